import { useTranslation } from 'react-i18next';
import styles from './catalogue.module.css';
import { type Filters, defaultSorting } from './use-filters';

interface FilterChipsProps {
  filters: Filters;
  onChange: (next: Partial<Filters>) => void;
}

/** The active filters as chips. A click on a chip removes its filter. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const { t } = useTranslation();
  const defaultSort = defaultSorting(filters.search);
  const chips = [
    filters.search && { label: t('catalogue:chip.search', { words: filters.search }), change: { search: '' } },
    filters.category && { label: t(`pattern:category.${filters.category}`), change: { category: null } },
    filters.sort !== defaultSort && { label: t(`catalogue:sort.${filters.sort}`), change: { sort: defaultSort } },
  ].filter((chip) => typeof chip === 'object' && chip !== null);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('catalogue:chip.list')}>
      {chips.map(({ label, change }) => (
        <li key={label}>
          <button
            type="button"
            className={styles.chip}
            onClick={() => onChange(change)}
            aria-label={t('catalogue:chip.remove', { words: label })}
          >
            {label}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
