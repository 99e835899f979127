import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operations } from '../../../api/operations';
import { Button } from '../../../ui/forms/button';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import { ActionFailed } from '../action-failed';
import { Question } from '../question';
import styles from './operations.module.css';
import type { Outcome } from './use-dead-letter';

/** The server replays at most this many dead letters per request. */
const maxPerRequest = 500;

interface ReplayAllProps {
  /** The jobs of the dead letters on the page. */
  jobs: string[];
  onOutcome: (outcome: Outcome) => void;
}

/** Replays all dead letters of one job, after a confirmation that states how many there are. */
export function ReplayAll({ jobs, onOutcome }: ReplayAllProps) {
  const { t } = useTranslation();
  const selectId = useId();
  const [chosen, setChosen] = useState('');
  const job = jobs.includes(chosen) ? chosen : (jobs[0] ?? '');
  const { counting, replaying } = useReplayAll(job, onOutcome);
  const unconfirmed = counting.data?.count ? counting.data : undefined;
  if (!job) return null;
  return (
    <div className={styles.all}>
      <label htmlFor={selectId}>{t('operations:all.job')}</label>
      <ChoiceBox
        id={selectId}
        value={job}
        onChange={(event) => {
          counting.reset();
          setChosen(event.currentTarget.value);
        }}
        data={jobs.map((name) => ({ value: name, label: name }))}
      />
      {unconfirmed ? (
        <Question
          question={`${t('operations:all.ask', unconfirmed)}${unconfirmed.count > maxPerRequest ? ` ${t('operations:all.most')}` : ''}`}
          yes={t('operations:all.confirm')}
          onAnswer={(yes) => {
            counting.reset();
            if (yes) replaying.mutate(unconfirmed.job);
          }}
        />
      ) : (
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
      <ActionFailed title={t('operations:deedFailed')} error={counting.error ?? replaying.error} />
    </div>
  );
}

/** Two requests: one counts the dead letters of a job, the other replays them. */
function useReplayAll(job: string, onOutcome: (outcome: Outcome) => void) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ['mine', 'admin'] });
  const counting = useMutation({
    mutationFn: async () => ({ job, count: (await operations.events({ state: 'dead', job, limit: 1 })).total }),
    onSuccess: async ({ count }) => {
      if (count > 0) return;
      onOutcome({ kind: 'all', job, replayed: 0, remaining: 0 });
      await reload();
    },
  });
  const replaying = useMutation({
    mutationFn: operations.replayAll,
    onSuccess: (result, replayedJob) => onOutcome({ kind: 'all', job: replayedJob, ...result }),
    onSettled: reload,
  });
  return { counting, replaying };
}
