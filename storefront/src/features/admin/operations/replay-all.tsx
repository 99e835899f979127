import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operations } from '../../../api/operations';
import { Button } from '../../../ui/forms/button';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import styles from '../admin.module.css';
import { adminProblem } from '../admin-problem';
import own from './operations.module.css';
import { Question } from '../question';
import type { Outcome } from './use-dead-letter';

/** The server takes no more. */
const mostAtOnce = 500;

interface ReplayAllProps {
  /** Those with dead letters in sight. */
  jobs: string[];
  onOutcome: (outcome: Outcome) => void;
}

/** Replays every dead letter of one job, after saying how many there are right now. */
export function ReplayAll({ jobs, onOutcome }: ReplayAllProps) {
  const { t } = useTranslation();
  const label = useId();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState('');
  const job = jobs.includes(chosen) ? chosen : (jobs[0] ?? '');
  const counting = useMutation({
    mutationFn: async () => ({ job, count: (await operations.events({ state: 'dead', job, limit: 1 })).total }),
    onSuccess: async ({ count }) => {
      if (count > 0) return;
      onOutcome({ kind: 'all', job, replayed: 0, remaining: 0 });
      await queries.invalidateQueries({ queryKey: ['mine', 'admin'] });
    },
  });
  const replaying = useMutation({
    mutationFn: operations.replayAll,
    onSuccess: (answer, all) => onOutcome({ kind: 'all', job: all, ...answer }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mine', 'admin'] }),
  });
  const failure = counting.error ?? replaying.error;
  const asked = counting.data?.count ? counting.data : undefined;
  if (!job) return null;
  return (
    <div className={own.all}>
      <label id={label} htmlFor={`${label}-job`}>
        {t('operations:all.job')}
      </label>
      <ChoiceBox
        id={`${label}-job`}
        value={job}
        onChange={(event) => {
          counting.reset();
          setChosen(event.currentTarget.value);
        }}
        data={jobs.map((name) => ({ value: name, label: name }))}
      />
      {!asked && (
        <Button
          variant="outline"
          loading={counting.isPending || replaying.isPending}
          onClick={() => {
            replaying.reset();
            counting.mutate();
          }}
        >
          {t('operations:all.action')}
        </Button>
      )}
      {asked && (
        <Question
          question={`${t('operations:all.ask', asked)}${asked.count > mostAtOnce ? ` ${t('operations:all.most')}` : ''}`}
          yes={t('operations:all.confirm')}
          onAnswer={(yes) => {
            counting.reset();
            if (yes) replaying.mutate(asked.job);
          }}
        />
      )}
      {failure && (
        <p role="alert" className={styles.problem}>
          <strong>{t('operations:deedFailed')}</strong> {adminProblem(t, failure)}
        </p>
      )}
    </div>
  );
}
