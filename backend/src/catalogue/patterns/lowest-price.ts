/**
 * An SQL expression. If the last price change of `patterns p` is a reduction within the last 30 days: the lowest price in
 * the 30 days before the reduction. Otherwise null. Prices before the publication do not count.
 */
export const LOWEST_PRICE_30_DAYS = `(
  with history as (
    select cents, currency, since, lead(since) over by_time as until, lag(cents) over by_time as before
    from pattern_prices where pattern_id = p.id window by_time as (order by since))
  select min(earlier.cents) from history latest
  join history earlier on earlier.currency = latest.currency and earlier.until <= latest.since
    and earlier.until > greatest(latest.since - interval '30 days', p.published_at)
  where latest.until is null and latest.cents < latest.before
    and latest.since > greatest(now() - interval '30 days', p.published_at))`;
