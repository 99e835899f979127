import { aBuyer, aPattern } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { startPayment } from '../../../test/support/pay.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => shop?.close());

/** Runs `work` while no purchase can be updated, so that a free order stays pending. */
async function whileNoUpdates(work: () => Promise<unknown>): Promise<void> {
  await shop.owner.rows(`create function reject_update() returns trigger language plpgsql as $$
    begin raise exception 'rejected'; end $$`);
  await shop.owner.rows('create trigger rejected_update before update on purchases execute function reject_update()');
  await work();
  await shop.owner.rows('drop trigger rejected_update on purchases');
}

describe('the receipt of a pending free order', () => {
  it('is limited as unproven mail when the buyer changes the address of the order', async () => {
    const pattern = await aPattern().costing(0).in(shop);
    const buyer = await aBuyer(shop);
    await shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [buyer.id]);
    for (let n = 0; n < 5; n += 1)
      await shop.http
        .post('/api/newsletter/subscribe')
        .send({ email: `abo${n}@example.com` })
        .expect(202);
    await whileNoUpdates(() => startPayment(shop, buyer, pattern).expect(500));
    await startPayment(shop, buyer, pattern, { buyer_email: 'opfer@example.com' }).expect(201);
    await shop.settles();
    const recipients = (await shop.mails()).map(({ to }) => to[0]!.address);
    expect(recipients).toContain('abo1@example.com');
    expect(recipients).not.toContain('opfer@example.com');
  });
});
