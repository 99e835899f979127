import { plainToInstance } from 'class-transformer';
import { validate as validateForm } from 'class-validator';
import { validate as isId } from 'uuid';
import type { Given, VerbOption } from './verb.js';
import { UsageError } from './usage-error.js';

/** Options that filter events, for all verbs. */
export const FILTERS = {
  type: { value: '<type>', about: 'Events of this type, e.g. purchases.purchase-completed' },
  job: { value: '<job>', about: 'Events with an execution of this job, e.g. personalise-copy' },
  since: { value: '<when>', about: 'Not older than a duration (90s, 30m, 2h, 7d) or a time (2026-11-22T07:00:00Z)' },
  until: { value: '<when>', about: 'Older than a duration or a time' },
} as const satisfies Record<string, VerbOption>;

/** Runs of the scheduler are not recorded as actions of an operator. */
export const SCHEDULED: VerbOption = { about: 'Started by a schedule, not by an operator; set by the CronJobs' };

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses a time, or a duration before now. @returns ISO 8601; undefined when the option is not given */
export function timeOption(given: Given, option: string): string | undefined {
  const text = given.text(option);
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit) return new Date(Date.now() - Number(count) * UNITS[unit as keyof typeof UNITS] * 1_000).toISOString();
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new UsageError(`--${option}: "${text}" is neither a duration like 2h nor a time like 2026-11-22T07:00:00Z`);
}

/** The id given as operand. @throws {UsageError} when it is no id */
export function idOperand({ operands: [id = ''] }: Given): string {
  if (!isId(id)) throw new UsageError(`<id>: "${id}" is not an id like 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105`);
  return id.toLowerCase();
}

/** Validates options with the rules of the API. @throws {UsageError} with each invalid option */
export async function validated<Form extends object>(type: new () => Form, given: Form): Promise<Form> {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const form = plainToInstance(type, present);
  const problems = await validateForm(form, { whitelist: true });
  const messages = problems.map(({ property, constraints }) => `--${property}: ${Object.values(constraints ?? {})[0]}`);
  if (messages.length > 0) throw new UsageError(messages.join('\n'));
  return form;
}
