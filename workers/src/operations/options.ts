import { plainToInstance } from 'class-transformer';
import { validate as validateForm } from 'class-validator';
import { validate as isId } from 'uuid';
import type { Given, VerbOption } from './verb.js';
import { UsageError } from './usage-error.js';

/** Options that choose facts, said once for all verbs. */
export const CHOICE = {
  type: { value: '<type>', about: 'Facts of this type, e.g. purchases.purchase-completed' },
  job: { value: '<job>', about: 'Facts that are owed to this job, e.g. personalise-copy' },
  since: { value: '<when>', about: 'Not older than a span (90s, 30m, 2h, 7d) or a time (2026-11-22T07:00:00Z)' },
  until: { value: '<when>', about: 'Older than a span or a time' },
} as const satisfies Record<string, VerbOption>;

/** Runs of the scheduler are not recorded as actions of an operator. */
export const SCHEDULED: VerbOption = { about: 'Started by the clock, not by a person; the CronJobs say so' };

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** @returns the moment as ISO 8601, from one or from a span before now; undefined when none was given */
export function moment(given: Given, option: string): string | undefined {
  const text = given.text(option);
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit) return new Date(Date.now() - Number(count) * UNITS[unit as keyof typeof UNITS] * 1_000).toISOString();
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new UsageError(`--${option}: "${text}" is neither a span like 2h nor a time like 2026-11-22T07:00:00Z`);
}

/** The id that was given as operand. @throws WrongUsage */
export function idOf({ operands: [id = ''] }: Given): string {
  if (!isId(id)) throw new UsageError(`<id>: "${id}" is not an id like 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105`);
  return id.toLowerCase();
}

/** Holds what was given against the same rules as the API does. @throws WrongUsage naming each option that breaks one */
export async function checked<Form extends object>(type: new () => Form, given: Form): Promise<Form> {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const form = plainToInstance(type, said);
  const problems = await validateForm(form, { whitelist: true });
  const words = problems.map(({ property, constraints }) => `--${property}: ${Object.values(constraints ?? {})[0]}`);
  if (words.length > 0) throw new UsageError(words.join('\n'));
  return form;
}
