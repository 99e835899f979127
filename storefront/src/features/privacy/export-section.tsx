import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ExportStatus, isBuilding, myExport, privacy } from '../../api/privacy';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { FormProblem } from '../../ui/forms/form-problem';
import { ExportState } from './export-state';
import styles from './privacy.module.css';
import { Section } from './section';

/** The minimum time between two archives of the same account. */
const pauseMs = 24 * 60 * 60 * 1000;

export function ExportSection() {
  const { t } = useTranslation();
  const query = useQuery(myExport());
  const contents = t('privacy:export.contents', { returnObjects: true }) as string[];
  return (
    <Section title={t('privacy:export.title')} text={t('privacy:export.text')} query={query} height={120}>
      {(status) => (
        <>
          <ul className={styles.list}>
            {contents.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <div aria-live="polite">{status && <ExportState archive={status} />}</div>
          {!isBuilding(status) && <Request last={status} />}
        </>
      )}
    </Section>
  );
}

function Request({ last }: { last: ExportStatus | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: privacy.requestExport,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: myExport().queryKey }),
        queries.invalidateQueries({ queryKey: ['mine', 'audit'] }),
      ]),
  });
  const next = nextRequestAt(last);
  if (next) {
    return (
      <p className="muted small">{t('privacy:export.next', { date: formatMoment(next.toISOString(), language) })}</p>
    );
  }
  return (
    <div className={styles.request}>
      {request.isError && <FormProblem text={errorMessage(t, request.error, t('privacy:export.requestFailed'))} />}
      <Button variant="outline" loading={request.isPending} onClick={() => request.mutate()}>
        {last ? t('privacy:export.requestAgain') : t('privacy:export.request')}
      </Button>
    </div>
  );
}

/** @returns the end of the pause, or null without a pause; a failed or cancelled archive starts no pause */
function nextRequestAt(last: ExportStatus | null): Date | null {
  if (last?.status !== 'ready' && last?.status !== 'expired') return null;
  const next = new Date(new Date(last.requestedAt).getTime() + pauseMs);
  return next > new Date() ? next : null;
}
