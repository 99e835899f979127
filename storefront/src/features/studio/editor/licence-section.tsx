import { Radio, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LICENCE_KINDS } from './draft';
import type { Fields } from './fields';
import { Section } from './section';
import styles from '../studio.module.css';

/** What buyers may do with the pieces they sew. */
export function LicenceSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation();
  const { draft, problems, set } = fields;
  const error = (name: string) => problems[name] && t(problems[name]);
  return (
    <Section id="licence" title={t('studio:licence.title')} text={t('studio:licence.text')}>
      <div className={styles.fields}>
        <Radio.Group
          label={t('studio:licence.label')}
          value={draft.licence}
          error={error('licence')}
          onChange={(value) => set('licence', LICENCE_KINDS.find((kind) => kind === value) ?? 'private')}
        >
          <div className={styles.licences}>
            {LICENCE_KINDS.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`studio:licence.kind.${kind}`)}
                description={t(`studio:licence.hint.${kind}`)}
              />
            ))}
          </div>
        </Radio.Group>
        {draft.licence === 'small-series' && (
          <TextInput
            className={styles.pieces}
            required
            inputMode="numeric"
            label={t('studio:field.pieces')}
            description={t('studio:hint.pieces')}
            value={draft.pieces}
            error={error('pieces')}
            onChange={(event) => set('pieces', event.currentTarget.value)}
          />
        )}
        <p className="muted small">{t('studio:licence.change')}</p>
      </div>
    </Section>
  );
}
