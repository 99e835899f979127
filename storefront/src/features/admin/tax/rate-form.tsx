import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error';
import { tax, type TaxOverview } from '../../../api/admin';
import { focusFirstProblem } from '../../../lib/errors/focus-first-problem';
import { Button } from '../../../ui/forms/button';
import { ActionFailed } from '../action-failed';
import styles from './tax.module.css';

const EMPTY = { country: '', rate: '', from: '' };

/** @returns the rate in percent; null for a text that is not a rate from 1 to 50 with at most two decimals */
function parseRate(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  const rate = Number(trimmed);
  return /^\d{1,2}(\.\d{1,2})?$/.test(trimmed) && rate >= 1 && rate <= 50 ? rate : null;
}

/** The values of the form, and the request that proposes a valid rate. */
function useProposal() {
  const queries = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const [submitted, setSubmitted] = useState(false);
  const rate = parseRate(values.rate);
  const proposing = useMutation({
    mutationFn: tax.proposeRate,
    onSuccess: async () => {
      setValues(EMPTY);
      setSubmitted(false);
      await queries.invalidateQueries({ queryKey: ['mine', 'admin', 'tax'] });
    },
    onError: focusFirstProblem,
  });
  const change = (field: keyof typeof EMPTY) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    proposing.reset();
    setValues((now) => ({ ...now, [field]: value }));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (values.country && rate !== null && values.from)
      proposing.mutate({ country: values.country, rate, valid_from: values.from });
    else focusFirstProblem();
  };
  const { error } = proposing;
  const dayRefused = error instanceof ApiError && error.details.some(({ field }) => field === 'valid_from');
  const problems = {
    country: submitted && !values.country && 'countryMissing',
    rate: submitted && rate === null && 'rateWrong',
    from: submitted && !values.from ? 'fromWrong' : dayRefused && 'fromRefused',
  } as const;
  return { values, change, submit, proposing, problems, otherError: dayRefused ? null : error };
}

/** Proposes a new rate. The rate applies only after an administrator has confirmed it in a separate step. */
export function RateForm({ countries }: { countries: TaxOverview['rateCountries'] }) {
  const { t } = useTranslation();
  const { values, change, submit, proposing, problems, otherError } = useProposal();
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <h3>{t('admin:tax.propose.title')}</h3>
      <NativeSelect
        label={t('admin:tax.propose.country')}
        value={values.country}
        onChange={change('country')}
        data={[
          { value: '', label: t('admin:tax.propose.choose') },
          ...countries.map(({ country, name }) => ({ value: country, label: name })),
        ]}
        error={problems.country && t(`admin:tax.propose.${problems.country}`)}
      />
      <TextInput
        label={t('admin:tax.propose.rate')}
        inputMode="decimal"
        value={values.rate}
        onChange={change('rate')}
        error={problems.rate && t(`admin:tax.propose.${problems.rate}`)}
      />
      <TextInput
        type="date"
        label={t('admin:tax.propose.from')}
        description={t('admin:tax.propose.fromHint')}
        value={values.from}
        onChange={change('from')}
        error={problems.from && t(`admin:tax.propose.${problems.from}`)}
      />
      <p className="muted small">{t('admin:tax.propose.hint')}</p>
      <Button type="submit" loading={proposing.isPending}>
        {t('admin:tax.propose.action')}
      </Button>
      <output className={styles.done}>{proposing.isSuccess && t('admin:tax.propose.done')}</output>
      <ActionFailed title={t('admin:tax.propose.failed')} error={otherError} />
    </form>
  );
}
