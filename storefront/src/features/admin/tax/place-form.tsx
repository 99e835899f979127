import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlaceReview, tax, type TaxOverview } from '../../../api/admin';
import { focusFirstProblem } from '../../../lib/errors/focus-first-problem';
import { Button } from '../../../ui/forms/button';
import { ReasonField } from '../../../ui/forms/reason-field';
import { ActionFailed } from '../action-failed';
import styles from './tax.module.css';

interface PlaceFormProps extends Pick<TaxOverview, 'places'> {
  review: PlaceReview;
  onDecided: () => void;
}

/** Saves the place of the buyer, with a reason. The order stays unchanged if this is the place that the buyer stated. */
export function PlaceForm({ review: { id, stated, statedName }, places, onDecided }: PlaceFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [country, setCountry] = useState('');
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const deciding = useMutation({
    mutationFn: () =>
      tax.decidePlace(
        id,
        country === stated
          ? { decision: 'keep', reason: reason.trim() }
          : { decision: 'correct', country, reason: reason.trim() },
      ),
    onSuccess: async () => {
      onDecided();
      await queries.invalidateQueries({ queryKey: ['mine', 'admin', 'tax'] });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (country && reason.trim()) deciding.mutate();
    else focusFirstProblem();
  };
  const others = places.filter((place) => place.country !== stated);
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <h3>{t('admin:tax.places.title2')}</h3>
      <NativeSelect
        label={t('admin:tax.places.country')}
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        data={[
          { value: '', label: t('admin:tax.places.choose') },
          { value: stated, label: t('admin:tax.places.keep', { country: statedName }) },
          ...others.map((place) => ({ value: place.country, label: place.name })),
        ]}
        error={submitted && !country && t('admin:tax.places.countryMissing')}
      />
      <ReasonField
        label={t('admin:tax.places.reason')}
        hint={t('admin:tax.places.reasonHint')}
        problem={submitted && !reason.trim() && t('admin:tax.places.reasonMissing')}
        maxLength={2000}
        value={reason}
        onChange={setReason}
      />
      <Button type="submit" loading={deciding.isPending}>
        {t('admin:tax.places.action')}
      </Button>
      <ActionFailed title={t('admin:tax.places.saveFailed')} error={deciding.error} />
    </form>
  );
}
