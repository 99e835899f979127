import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '../../api/types';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { ContractChoice } from './contract-choice';
import { type Draft, draftProblems, maxContractLength } from './draft';
import styles from './withdrawal.module.css';

interface StatementFormProps {
  draft: Draft;
  /** The user's orders with a right of withdrawal; empty for a guest. */
  orders: Purchase[];
  signedIn: boolean;
  /** The user is signed in and has no order with a right of withdrawal. */
  noWithdrawableOrder: boolean;
  onChange: (change: Partial<Draft>) => void;
  onNext: () => void;
}

/** The first step. It asks for the consumer's name and e-mail address and for the contract, but not for a reason. */
export function StatementForm({ draft, orders, signedIn, noWithdrawableOrder, onChange, onNext }: StatementFormProps) {
  const { t } = useTranslation();
  const [submitted, setSubmitted] = useState(false);
  const problems = submitted ? draftProblems(draft) : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    focusFirstProblem();
    if (Object.keys(draftProblems(draft)).length === 0) onNext();
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      {noWithdrawableOrder && <p className="muted">{t('withdrawal:noOrderWithdrawable')}</p>}
      {orders.length > 0 && (
        <ContractChoice
          orders={orders}
          picked={draft.picked}
          problem={problems.contract && draft.picked === null ? t(problems.contract) : undefined}
          onPick={(picked) => onChange({ picked })}
        />
      )}
      {draft.picked === '' && (
        <TextInput
          label={t('withdrawal:contract')}
          description={t('withdrawal:contractHint')}
          value={draft.typed}
          maxLength={maxContractLength}
          autoComplete="off"
          onChange={(event) => onChange({ typed: event.currentTarget.value })}
          error={problems.contract && t(problems.contract)}
        />
      )}
      <TextInput
        label={t('withdrawal:name')}
        autoComplete="name"
        value={draft.name}
        maxLength={120}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={problems.name && t(problems.name)}
      />
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="email"
        label={t('withdrawal:email')}
        description={t(signedIn ? 'withdrawal:emailHint' : 'withdrawal:emailHintGuest')}
        value={draft.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={problems.email && t(problems.email)}
      />
      <Button type="submit" size="lg" className={styles.button}>
        {t('withdrawal:next')}
      </Button>
      <p className="muted small">{t('withdrawal:nextHint')}</p>
    </form>
  );
}
