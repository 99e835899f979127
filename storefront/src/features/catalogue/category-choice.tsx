import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Category } from '../../api/types';
import { categories } from '../../lib/pattern-choices';
import styles from './category-choice.module.css';

interface CategoryChoiceProps {
  value: Category | null;
  onChange: (category: Category | null) => void;
}

export function CategoryChoice({ value, onChange }: CategoryChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{t('catalogue:category')}</legend>
      {[null, ...categories].map((category) => (
        <label key={category} className={styles.choice}>
          <input type="radio" name={name} checked={category === value} onChange={() => onChange(category)} />
          {category ? t(`pattern:category.${category}`) : t('catalogue:allCategories')}
        </label>
      ))}
    </fieldset>
  );
}
