import type { TFunction } from 'i18next';
import type { Operations, PartState } from '../../../api/operations';
import type { Language } from '../../../api/types';
import { formatNumber } from '../../../lib/format';
import { formatAge, formatExactly } from './operations-times';

export interface PartOfShop {
  id: string;
  name: string;
  state: PartState;
  /** What is known of it. */
  text: string;
}

const backends = { redis: 'Redis', postgres: 'PostgreSQL' } as const;
/** From here on the server calls a clock wrong. */
const clockSeconds = 2;

/** The parts of the shop without its queues, in two groups: what it runs on, and what it owes to people. */
export function partsOf(health: Operations, t: TFunction, language: Language) {
  const {
    database,
    queueBackend,
    storage,
    schema,
    outbox,
    deadLetters,
    purchases,
    refunds,
    withdrawals,
    disputes,
    payments,
  } = health;
  const part = (id: string, { state }: { state: PartState }, text: string, name = t(`operations:part.${id}`)) => ({
    id,
    name,
    state,
    text,
  });
  const age = (seconds: number) => formatAge(seconds, language);
  const answer = ({ reachable, milliseconds }: { reachable: boolean; milliseconds: number }) =>
    reachable
      ? t('operations:answered', { ms: formatNumber(milliseconds, language) })
      : t('operations:unanswered', { ms: formatNumber(milliseconds, language) });
  const waiting = (count: number | null, seconds: number | null, none: string) => {
    if (count === null) return t('operations:unknown');
    return count === 0 ? none : t('operations:waiting', { count, age: age(seconds ?? 0) });
  };
  const requests = ({ open, overdue }: { open: number | null; overdue?: number | null }) => {
    if (open === null) return t('operations:unknown');
    if (open === 0) return t('operations:noneOpen');
    return [t('operations:open', { count: open }), overdue ? t('operations:overdue', { count: overdue }) : '']
      .filter(Boolean)
      .join(', ');
  };
  const clock = database.clockDifferenceSeconds ?? 0;
  const wrongClock =
    Math.abs(clock) >= clockSeconds ? `, ${t('operations:clock', { difference: age(Math.abs(clock)) })}` : '';
  return {
    technology: [
      part('database', database, answer(database) + wrongClock),
      part(
        'queueBackend',
        queueBackend,
        answer(queueBackend),
        t('operations:part.queueBackend', { backend: backends[queueBackend.backend] }),
      ),
      part('storage', storage, answer(storage)),
      part('schema', schema, schemaText(t, schema)),
      part('outbox', outbox, waiting(outbox.waiting, outbox.oldestAgeSeconds, t('operations:noneWaiting'))),
    ],
    business: [
      part(
        'deadLetters',
        deadLetters,
        deadLetters.count === null
          ? t('operations:unknown')
          : t(deadLetters.count === 0 ? 'operations:noLetters' : 'operations:lettersWait', {
              count: deadLetters.count,
            }),
      ),
      part(
        'purchases',
        purchases,
        waiting(purchases.unfulfilled, purchases.oldestAgeSeconds, t('operations:allDelivered')),
      ),
      part('refunds', refunds, waiting(refunds.failed, refunds.oldestAgeSeconds, t('operations:noneOpen'))),
      part(
        'withdrawals',
        withdrawals,
        waiting(withdrawals.open, withdrawals.oldestAgeSeconds, t('operations:noneOpen')),
      ),
      part('disputes', disputes, requests(disputes)),
      part(
        'payments',
        payments,
        payments.reconciledUntil
          ? t('operations:reconciled', {
              when: formatExactly(payments.reconciledUntil, language),
              age: age(payments.ageSeconds ?? 0),
            })
          : t(payments.state === 'down' ? 'operations:unknown' : 'operations:neverReconciled'),
      ),
      part('exports', health.exports, requests(health.exports)),
      part('erasures', health.erasures, requests(health.erasures)),
    ],
  };
}

function schemaText(t: TFunction, { state, version, expected }: Operations['schema']): string {
  if (state === 'ok') return t('operations:schemaFits');
  if (!version) return t('operations:unknown');
  return t(state === 'warning' ? 'operations:schemaNewer' : 'operations:schemaOlder', { version, expected });
}
