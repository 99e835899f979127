import { Button, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../../api/types';
import styles from './catalogue.module.css';
import { categories, type Filters } from './use-filters';

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
      <Radio.Group
        label={t('catalogue:category')}
        value={filters.category ?? 'all'}
        onChange={(value) => onChange({ category: categories.find((name) => name === value) ?? null })}
      >
        <div className={styles.radios}>
          <Radio value="all" label={t('catalogue:allCategories')} />
          {categories.map((name) => (
            <Radio key={name} value={name} label={t(`pattern:category.${name}`)} />
          ))}
        </div>
      </Radio.Group>
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
        {t('catalogue:clear', { count: activeCount })}
      </Button>
    </div>
  );
}
