import { ApiError, invalid } from '../../platform/api-error.js';
import type { Sql } from '../../platform/database/sql.js';
import { rateOn } from './tax-columns.js';

/**
 * Checks the first day of a new VAT rate. The day must be tomorrow or later, because documents of today state the current
 * rate. Without a current rate there are no documents of today, so the new rate may begin today.
 * @param country a key of `vat_rates` (VAT_KEYS)
 * @param day yyyy-mm-dd
 * @throws {ApiError} 400 VALIDATION_FAILED for the field `valid_from`
 */
export async function requireAllowedFirstDay(sql: Sql, country: string, day: string): Promise<void> {
  const { passed, today, current, taken } = (await sql.row<RateDay>(
    `select $2::date < d.day as passed, $2::date = d.day as today, ${rateOn('$1', 'd.day')} as current,
            exists (select from vat_rates v where v.country = $1 and v.valid_from = $2::date) as taken
     from (select (now() at time zone 'Europe/Berlin')::date as day) d`,
    [country, day],
  ))!;
  if (taken) throw invalid('valid_from', 'A rate with this first day exists already');
  if (passed) throw invalid('valid_from', 'The first day must not be in the past');
  if (today && current !== null)
    throw invalid('valid_from', 'The first day must be tomorrow or later: sales of today have the present rate');
}

interface RateDay {
  passed: boolean;
  today: boolean;
  current: string | null;
  taken: boolean;
}

export const proposalDecided = () =>
  new ApiError(409, 'RATE_PROPOSAL_DECIDED', 'This proposal is already confirmed or discarded.');
