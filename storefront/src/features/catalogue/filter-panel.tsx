import { useTranslation } from 'react-i18next';
import type { Sort } from '../../api/types';
import { Button } from '../../ui/forms/button';
import styles from './catalogue.module.css';
import { CategoryChoice } from './category-choice';
import type { Filters } from './use-filters';

interface FilterPanelProps {
  filters: Filters;
  activeCount: number;
  onChange: (next: Partial<Filters>) => void;
  onClear: () => void;
}

const quickActions: { name: 'mostPopular' | 'latest' | 'bestValue'; sort: Sort }[] = [
  { name: 'mostPopular', sort: 'popular' },
  { name: 'latest', sort: 'newest' },
  { name: 'bestValue', sort: 'price_asc' },
];

export function FilterPanel({ filters, activeCount, onChange, onClear }: FilterPanelProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.panel}>
      <CategoryChoice value={filters.category} onChange={(category) => onChange({ category })} />
      <fieldset className={styles.quickActions}>
        <legend className={styles.panelTitle}>{t('catalogue:quick.title')}</legend>
        {quickActions.map(({ name, sort }) => (
          <button
            key={name}
            type="button"
            className={styles.quick}
            aria-pressed={filters.sort === sort}
            onClick={() => onChange({ sort })}
          >
            {t(`catalogue:quick.${name}`)}
          </button>
        ))}
      </fieldset>
      <Button variant="outline" disabled={activeCount === 0} onClick={onClear}>
        {activeCount ? t('catalogue:clearActive', { count: activeCount }) : t('catalogue:clear')}
      </Button>
    </div>
  );
}
