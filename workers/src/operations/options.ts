import { plainToInstance } from 'class-transformer';
import { validate as validateForm } from 'class-validator';
import { type Command, InvalidArgumentError } from 'commander';
import { validate as isUuid } from 'uuid';

/** Adds the options that filter events. */
export const withFilters = (verb: Command): Command =>
  verb
    .option('--type <type>', 'Events of this type, e.g. purchases.purchase-completed')
    .option('--job <job>', 'Events with an execution of this job, e.g. personalise-copy')
    .option(
      '--since <when>',
      'Not older than a duration (90s, 30m, 2h, 7d), or not before a time (2026-11-22T07:00:00Z)',
      parseTime,
    )
    .option('--until <when>', 'Older than a duration, or before a time', parseTime);

/**
 * Adds the option `--scheduled`. The audit log then names a schedule, and not an operator, as the actor of the run.
 */
export const withScheduled = (verb: Command): Command =>
  verb.option('--scheduled', 'Started by a schedule, not by an operator; set by the CronJobs');

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses a time, or a duration that ends now. @returns the time, or the start of the duration, in ISO 8601 */
export function parseTime(text: string): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit) return new Date(Date.now() - Number(count) * UNITS[unit as keyof typeof UNITS] * 1_000).toISOString();
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new InvalidArgumentError('It is neither a duration like 2h nor a time like 2026-11-22T07:00:00Z.');
}

export function parseId(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It is not an id like 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105.');
  return text.toLowerCase();
}

/**
 * Validates options with the rules of the API.
 * @param type the class of the API's contract that declares the rules
 * @throws {InvalidArgumentError} with a line for each invalid option
 */
export async function validateOptions<Form extends object>(type: new () => Form, options: Form): Promise<Form> {
  const form = plainToInstance(type, options);
  const problems = await validateForm(form, { whitelist: true });
  const messages = problems.map(({ property, constraints }) => `--${property}: ${Object.values(constraints ?? {})[0]}`);
  if (messages.length > 0) throw new InvalidArgumentError(messages.join('\n'));
  return form;
}
