/**
 * An SQL expression: the lowest price of `patterns p` in the 30 days before its last price reduction; null when there was no
 * reduction within the last 30 days. Prices before the publication do not count.
 */
export const LOWEST_PRICE_30_DAYS = `(
  with history as (
    select cents, currency, since, lead(since) over every as until, lag(cents) over every as before
    from pattern_prices where pattern_id = p.id window every as (order by since))
  select min(earlier.cents) from history latest
  join history earlier on earlier.currency = latest.currency and earlier.until <= latest.since
    and earlier.until > greatest(latest.since - interval '30 days', p.published_at)
  where latest.until is null and latest.cents < latest.before
    and latest.since > greatest(now() - interval '30 days', p.published_at))`;
