import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Category, Level } from '../../../api/types';
import { LANGUAGES } from './draft';
import type { Fields } from './fields';
import { Section } from './section';
import styles from '../studio.module.css';

const CATEGORIES = ['Dresses', 'Tops', 'Bottoms', 'Accessories', 'Home Decor'] as const satisfies Category[];
const LEVELS = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const satisfies Level[];

/** What is the same in both languages. */
export function FactsSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation();
  const { draft, problems, set } = fields;
  const error = (name: string) => problems[name] && t(problems[name]);
  const choose = { value: '', label: t('studio:choose'), disabled: true };
  return (
    <Section id="facts" title={t('studio:facts.title')}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <NativeSelect
            required
            label={t('studio:field.category')}
            value={draft.category}
            error={error('category')}
            data={[choose, ...CATEGORIES.map((value) => ({ value, label: t(`pattern:category.${value}`) }))]}
            onChange={({ currentTarget: { value } }) => set('category', CATEGORIES.find((one) => one === value) ?? '')}
          />
          <NativeSelect
            required
            label={t('studio:field.level')}
            value={draft.level}
            error={error('level')}
            data={[choose, ...LEVELS.map((value) => ({ value, label: t(`pattern:level.${value}`) }))]}
            onChange={({ currentTarget: { value } }) => set('level', LEVELS.find((one) => one === value) ?? '')}
          />
        </div>
        <div className={styles.pair}>
          <TextInput
            required
            label={t('studio:field.price')}
            description={t('studio:hint.price')}
            inputMode="decimal"
            rightSection="€"
            value={draft.price}
            error={error('price')}
            onChange={(event) => set('price', event.currentTarget.value)}
          />
          <TextInput
            label={t('studio:field.sizes')}
            description={t('studio:hint.sizes')}
            value={draft.sizes}
            error={error('sizes')}
            onChange={(event) => set('sizes', event.currentTarget.value)}
          />
        </div>
        <Checkbox.Group
          label={t('studio:field.instructions')}
          value={draft.instructions}
          error={error('instructions')}
          onChange={(value) => set('instructions', value)}
        >
          <div className={styles.checks}>
            {LANGUAGES.map((language) => (
              <Checkbox key={language} value={language} label={t(`detail:languages.${language}`)} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
    </Section>
  );
}
