import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Ground } from '../../api/moderation';
import type { useStatement } from '../../lib/hooks/use-statement';
import { ChoiceBox } from './choice-box';
import { ReasonField } from './reason-field';
import styles from './statement-fields.module.css';

const grounds: Ground[] = ['law', 'terms'];

interface StatementFieldsProps {
  statement: ReturnType<typeof useStatement>;
  /** False for a decision that hides no pattern: it has no ground. */
  withGround: boolean;
  /** The text below the reason. */
  hint?: string;
  /** The first entry of the list of grounds. */
  choose?: string;
}

/**
 * The fields for ground, clause, and facts and reasons of a decision (Art. 17 (3) DSA). The screen loads the texts of the
 * namespace `moderation`.
 */
export function StatementFields({ statement, withGround, hint, choose }: StatementFieldsProps) {
  const { t } = useTranslation();
  const { values, set, problems, fields } = statement;
  return (
    <div ref={fields} className={styles.statement}>
      {withGround && <GroundFields statement={statement} choose={choose} />}
      <ReasonField
        name="reason"
        label={t('moderation:note.label')}
        hint={hint ?? t('moderation:note.text')}
        problem={problems.includes('reason') && t('moderation:note.missing')}
        maxLength={2000}
        value={values.reason}
        onChange={set.reason}
      />
    </div>
  );
}

function GroundFields({
  statement: { values, set, problems },
  choose,
}: Pick<StatementFieldsProps, 'statement' | 'choose'>) {
  const { t } = useTranslation();
  const id = useId();
  const groundMissing = problems.includes('ground');
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={id}>{t('moderation:ground.label')}</label>
        <ChoiceBox
          id={id}
          name="ground"
          aria-invalid={groundMissing}
          aria-describedby={`${id}-problem`}
          data={[
            { value: '', label: choose ?? t('moderation:ground.choose') },
            ...grounds.map((ground) => ({ value: ground, label: t(`moderation:ground.${ground}`) })),
          ]}
          value={values.ground}
          onChange={(event) => set.ground(event.currentTarget.value as Ground | '')}
        />
        <p id={`${id}-problem`} className={styles.problem}>
          {groundMissing && t('moderation:ground.missing')}
        </p>
      </div>
      <TextInput
        name="clause"
        label={t('moderation:clause.label')}
        description={t('moderation:clause.hint')}
        error={problems.includes('clause') && t('moderation:clause.missing')}
        maxLength={200}
        value={values.clause}
        onChange={(event) => set.clause(event.currentTarget.value)}
      />
    </>
  );
}
