import { useTranslation } from 'react-i18next';
import styles from './catalogue.module.css';
import { type Filters, usualSorting } from './use-filters';

interface FilterChipsProps {
  filters: Filters;
  onChange: (next: Partial<Filters>) => void;
}

/** What is filtered right now; each chip takes its filter away. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const { t } = useTranslation();
  const usual = usualSorting(filters.search);
  const chips = [
    filters.search && { words: t('catalogue:chip.search', { words: filters.search }), off: { search: '' } },
    filters.category && { words: t(`pattern:category.${filters.category}`), off: { category: null } },
    filters.sort !== usual && { words: t(`catalogue:sort.${filters.sort}`), off: { sort: usual } },
  ].filter((chip) => typeof chip === 'object' && chip !== null);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('catalogue:chip.list')}>
      {chips.map(({ words, off }) => (
        <li key={words}>
          <button
            type="button"
            className={styles.chip}
            onClick={() => onChange(off)}
            aria-label={t('catalogue:chip.remove', { words })}
          >
            {words}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
