import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { type Decision, decisionLog } from '../../api/moderation';
import { useLanguage } from '../../lib/language-path';
import { toPageNumber } from '../../lib/paging/page-number';
import { Button } from '../../ui/forms/button';
import { ChoiceBox } from '../../ui/forms/choice-box';
import { TextBox } from '../../ui/forms/text-box';
import { EmptyState } from '../../ui/texts/empty-state';
import { LoadFailed } from '../../ui/texts/load-failed';
import { Pagination } from '../../ui/texts/pagination';
import { Skeleton } from '../../ui/texts/skeleton';
import { DecisionEntry } from './decision-entry';
import styles from './moderation.module.css';
import { ModerationTabs, tabPath } from './moderation-tabs';

const kinds: Decision['decision'][] = ['hidden', 'dismissed', 'restored', 'upheld'];

/** The decisions of all moderators, the newest first. */
export function DecisionLog() {
  const { t } = useTranslation();
  const lang = useLanguage();
  const [params] = useSearchParams();
  const decision = kinds.find((kind) => kind === params.get('decision'));
  const reference = params.get('reference')?.trim() ?? '';
  const page = toPageNumber(params.get('page'));
  const filters = { ...(decision && { decision }), ...(reference && { reference }) };
  const list = useQuery(decisionLog({ ...filters, page, lang }));
  return (
    <section aria-label={t('moderation:log.title')}>
      <ModerationTabs current="log" />
      <Filters key={`${decision} ${reference}`} decision={decision ?? ''} reference={reference} />
      {list.isPending && <Skeleton height="14rem" className={styles.waiting} />}
      {list.isError && (
        <LoadFailed title={t('moderation:log.loadFailed')} error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.data && (
        <>
          <output className={`${styles.count} figures`}>{t('moderation:log.count', { count: list.data.total })}</output>
          {list.data.total === 0 && (
            <EmptyState drawing="envelope" title={t('moderation:log.empty')} text={t('moderation:log.emptyText')} />
          )}
          <ul className={styles.reports}>
            {list.data.decisions.map((entry) => (
              <DecisionEntry key={entry.id} decision={entry} />
            ))}
          </ul>
          <Pagination
            page={Math.min(page, list.data.total_pages + 1)}
            lastPage={list.data.total_pages}
            to={(target) => tabPath('log', target, filters)}
          />
        </>
      )}
    </section>
  );
}

function Filters({ decision, reference }: { decision: string; reference: string }) {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const id = useId();
  return (
    <form
      className={styles.filters}
      aria-label={t('moderation:log.filter')}
      onSubmit={(event) => {
        event.preventDefault();
        const entries = [...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value).trim()]);
        setParams({ state: 'log', ...Object.fromEntries(entries.filter(([, value]) => value)) });
      }}
    >
      <div className={styles.field}>
        <label htmlFor={`${id}-decision`}>{t('moderation:log.decision')}</label>
        <ChoiceBox
          id={`${id}-decision`}
          name="decision"
          defaultValue={decision}
          data={[
            { value: '', label: t('moderation:log.all') },
            ...kinds.map((kind) => ({ value: kind, label: t(`moderation:log.kind.${kind}`) })),
          ]}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-reference`}>{t('moderation:log.reference')}</label>
        <TextBox id={`${id}-reference`} name="reference" maxLength={30} defaultValue={reference} />
      </div>
      <Button type="submit" variant="outline">
        {t('moderation:log.show')}
      </Button>
    </form>
  );
}
