import { aPattern } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

/**
 * @param prices the price history; each price was set `days` days ago, and the last one is the current price
 * @param publishedDays how many days ago the pattern was published
 * @returns the lowest price that the API shows
 */
async function readLowestPrice(prices: { days: number; cents: number; currency?: string }[], publishedDays = 100) {
  const id = await aPattern().with().costing(prices.at(-1)!.cents).in(shop);
  await shop.sql.rows(`update patterns set published_at = now() - $2::int * interval '1 day' where id = $1`, [
    id,
    publishedDays,
  ]);
  await shop.sql.rows(
    `insert into pattern_prices (pattern_id, since, cents, currency)
     select $1, now() - days * interval '1 day', cents, coalesce(currency, 'EUR')
     from jsonb_to_recordset($2::jsonb) as price (days int, cents int, currency text)`,
    [id, JSON.stringify(prices)],
  );
  return (await shop.http.get(`/api/patterns/${id}`).expect(200)).body.data.lowest_price_30_days;
}

describe('lowest price of the 30 days before a reduction', () => {
  it('is the previous price, or a lower price within these 30 days', async () => {
    expect(
      await readLowestPrice([
        { days: 90, cents: 1490 },
        { days: 3, cents: 990 },
      ]),
    ).toBe(1490);
    expect(
      await readLowestPrice([
        { days: 90, cents: 1490 },
        { days: 20, cents: 1090 },
        { days: 10, cents: 1690 },
        { days: 3, cents: 990 },
      ]),
    ).toBe(1090);
  });

  it('ignores prices that ended more than 30 days before the reduction', async () => {
    const prices = [
      { days: 90, cents: 490 },
      { days: 40, cents: 1490 },
      { days: 3, cents: 990 },
    ];
    expect(await readLowestPrice(prices)).toBe(1490);
  });

  it('is null without a reduction in the last 30 days', async () => {
    expect(await readLowestPrice([{ days: 90, cents: 1490 }])).toBe(null);
    expect(
      await readLowestPrice([
        { days: 90, cents: 990 },
        { days: 3, cents: 1490 },
      ]),
    ).toBe(null);
    expect(
      await readLowestPrice([
        { days: 90, cents: 1490 },
        { days: 31, cents: 990 },
      ]),
    ).toBe(null);
  });

  it('ignores prices before the publication and prices in another currency', async () => {
    expect(
      await readLowestPrice(
        [
          { days: 90, cents: 1490 },
          { days: 20, cents: 990 },
        ],
        10,
      ),
    ).toBe(null);
    expect(
      await readLowestPrice(
        [
          { days: 90, cents: 490 },
          { days: 15, cents: 1490 },
          { days: 3, cents: 990 },
        ],
        10,
      ),
    ).toBe(1490);
    expect(
      await readLowestPrice([
        { days: 90, cents: 1490, currency: 'USD' },
        { days: 3, cents: 990 },
      ]),
    ).toBe(null);
  });
});
