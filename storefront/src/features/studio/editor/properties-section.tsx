import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { categories, levels } from '../../../lib/pattern-choices';
import { LANGUAGES } from './draft';
import type { Fields } from './fields';
import { Section } from './section';
import styles from '../studio.module.css';

/** The properties of a pattern that are the same in both languages. */
export function PropertiesSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation();
  const { draft, problems, set } = fields;
  const error = (name: string) => problems[name] && t(problems[name]);
  const select = (name: 'category' | 'level', values: readonly string[]) => ({
    required: true,
    label: t(`studio:field.${name}`),
    value: draft[name],
    error: error(name),
    data: [
      { value: '', label: t('studio:choose'), disabled: true },
      ...values.map((value) => ({ value, label: t(`pattern:${name}.${value}`) })),
    ],
  });
  const text = (name: 'price' | 'sizes') => ({
    label: t(`studio:field.${name}`),
    description: t(`studio:hint.${name}`),
    value: draft[name],
    error: error(name),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  });
  return (
    <Section id="facts" title={t('studio:facts.title')}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <NativeSelect
            {...select('category', categories)}
            onChange={({ currentTarget: { value } }) =>
              set('category', categories.find((name) => name === value) ?? '')
            }
          />
          <NativeSelect
            {...select('level', levels)}
            onChange={({ currentTarget: { value } }) => set('level', levels.find((name) => name === value) ?? '')}
          />
        </div>
        <div className={styles.pair}>
          <TextInput {...text('price')} required inputMode="decimal" rightSection="€" />
          <TextInput {...text('sizes')} />
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
