import type { TFunction } from 'i18next';
import type { Operations, PartState } from '../../../api/operations';
import type { Language } from '../../../api/types';
import { formatNumber } from '../../../lib/format';
import { formatAge, formatExactly } from './operations-times';

export interface ShopPart {
  id: string;
  name: string;
  state: PartState;
  text: string;
}

export const backendNames = { redis: 'Redis', postgres: 'PostgreSQL' } as const;
/** The server reports a warning when the clocks of the API and the database differ by at least this number of seconds. */
const clockWarningSeconds = 2;

/**
 * All parts of the shop except the queues. `technology` contains the services that the shop needs, `business` the work of
 * the shop, such as open refunds and dead letters.
 */
export function toShopParts(health: Operations, t: TFunction, language: Language) {
  return { technology: technologyParts(health, t, language), business: businessParts(health, t, language) };
}

function technologyParts(health: Operations, t: TFunction, language: Language): ShopPart[] {
  const { database, queueBackend, storage, schema, outbox } = health;
  const responseTime = ({ reachable, milliseconds }: Operations['storage']) =>
    t(reachable ? 'operations:answered' : 'operations:unanswered', { ms: formatNumber(milliseconds, language) });
  const difference = Math.abs(database.clockDifferenceSeconds ?? 0);
  const clock = t('operations:clock', { difference: formatAge(difference, language) });
  return [
    toPart(t, 'database', database, responseTime(database) + (difference >= clockWarningSeconds ? `, ${clock}` : '')),
    {
      ...toPart(t, 'queueBackend', queueBackend, responseTime(queueBackend)),
      name: t('operations:part.queueBackend', { backend: backendNames[queueBackend.backend] }),
    },
    toPart(t, 'storage', storage, responseTime(storage)),
    toPart(t, 'schema', schema, schemaText(t, schema)),
    toPart(t, 'outbox', outbox, waitingText(t, language, outbox.waiting, outbox, t('operations:noneWaiting'))),
  ];
}

function businessParts(health: Operations, t: TFunction, language: Language): ShopPart[] {
  const { deadLetters, purchases, refunds, withdrawals, disputes, payments, exports, erasures } = health;
  const waiting = (count: number | null, part: Waiting, none: string) => waitingText(t, language, count, part, none);
  return [
    toPart(t, 'deadLetters', deadLetters, deadLettersText(t, deadLetters)),
    toPart(t, 'purchases', purchases, waiting(purchases.unfulfilled, purchases, t('operations:allDelivered'))),
    toPart(t, 'refunds', refunds, waiting(refunds.failed, refunds, t('operations:noneOpen'))),
    toPart(t, 'withdrawals', withdrawals, waiting(withdrawals.open, withdrawals, t('operations:noneOpen'))),
    toPart(t, 'disputes', disputes, requestsText(t, disputes)),
    toPart(t, 'payments', payments, paymentsText(t, payments, language)),
    toPart(t, 'exports', exports, requestsText(t, exports)),
    toPart(t, 'erasures', erasures, requestsText(t, erasures)),
  ];
}

const toPart = (t: TFunction, id: string, { state }: { state: PartState }, text: string): ShopPart => ({
  id,
  name: t(`operations:part.${id}`),
  state,
  text,
});

type Waiting = Pick<Operations['outbox'], 'oldestAgeSeconds'>;

function waitingText(t: TFunction, language: Language, count: number | null, part: Waiting, none: string): string {
  if (count === null) return t('operations:unknown');
  return count === 0 ? none : t('operations:waiting', { count, age: formatAge(part.oldestAgeSeconds ?? 0, language) });
}

function requestsText(t: TFunction, { open, overdue }: { open: number | null; overdue?: number | null }): string {
  if (open === null) return t('operations:unknown');
  if (open === 0) return t('operations:noneOpen');
  const late = overdue ? `, ${t('operations:overdue', { count: overdue })}` : '';
  return t('operations:open', { count: open }) + late;
}

function deadLettersText(t: TFunction, { count }: Operations['deadLetters']): string {
  if (count === null) return t('operations:unknown');
  return count === 0 ? t('operations:noLetters') : t('operations:lettersWait', { count });
}

function paymentsText(t: TFunction, payments: Operations['payments'], language: Language): string {
  const { state, reconciledUntil, ageSeconds } = payments;
  if (!reconciledUntil) return t(state === 'down' ? 'operations:unknown' : 'operations:neverReconciled');
  const when = formatExactly(reconciledUntil, language);
  return t('operations:reconciled', { when, age: formatAge(ageSeconds ?? 0, language) });
}

function schemaText(t: TFunction, { state, version, expected }: Operations['schema']): string {
  if (state === 'ok') return t('operations:schemaFits');
  if (!version) return t('operations:unknown');
  return t(state === 'warning' ? 'operations:schemaNewer' : 'operations:schemaOlder', { version, expected });
}
