import { CloseAccount } from '#backend/accounts/commands/close-account.js';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'supertest';
import { withdrawalProof } from './withdrawal-proof.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { fetchExport, requestExport } from '../../../test/support/export.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { withdrawalHelpers } from '../../../test/support/withdraw.js';

interface Entry {
  action: string;
  actor: string;
  details: { withdrawalId?: string; purchaseId?: string | null };
}

let shop: OpenShop;
let patternId: string;
beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());

const { uniqueAddress, placeOrder, declare } = withdrawalHelpers(
  () => shop,
  () => patternId,
);
const listWithdrawalEntries = async (person: TestBuyer) => {
  const { body } = await as(shop, person).get('/api/gdpr/audit-log').expect(200);
  return (body.data.entries as Entry[]).filter(({ action }) => action === 'purchases.withdrawal-received');
};
const declareAs = (person: TestBuyer, email: string, order_number: string) =>
  as(shop, person).post('/api/withdrawals', { name: 'Käthe', email, order_number });

describe('the declaration of a sender who has not proven the address', () => {
  it('leaves the same trace in the sender’s account, whether or not the order exists', async () => {
    const [stranger, owner] = [await aBuyer(shop), await aBuyer(shop)];
    const guestEmail = uniqueAddress();
    const guestOrder = await placeOrder(null, guestEmail, false);
    const ownerOrder = await placeOrder(owner, owner.email, false);
    for (const [email, contract] of [
      [guestEmail, guestOrder.orderNumber],
      [owner.email, ownerOrder.orderNumber],
      [guestEmail, 'PP-2026-999999'],
      [guestEmail, `PP-2026-999998, ${guestOrder.orderNumber}, ${ownerOrder.orderNumber}`],
    ] as const)
      await declareAs(stranger, email, contract).expect(202);
    await shop.settles();
    const trace = { actor: 'you', details: { withdrawalId: expect.any(String), purchaseId: null } };
    expect(await listWithdrawalEntries(stranger)).toMatchObject([trace, trace, trace, trace]);
    const { files } = await fetchExport(shop, stranger, await requestExport(shop, stranger));
    const { withdrawals } = JSON.parse(files.get('data.json')!.toString());
    const exported = { order_number: null, receipt_sent_at: null };
    expect(withdrawals).toMatchObject([exported, exported, exported, exported]);
  });

  it('writes nothing into the log of the order’s buyer, so strangers cannot fill it', async () => {
    const [stranger, owner] = [await aBuyer(shop), await aBuyer(shop)];
    const { id, orderNumber } = await placeOrder(owner, owner.email, false);
    await declareAs(stranger, owner.email, orderNumber).expect(202);
    await declare(owner.email, orderNumber, { proof: undefined }).expect(202);
    expect(await listWithdrawalEntries(owner)).toEqual([]);
    const recorded = await shop.sql.rows(`select from withdrawals where purchase_ids @> array[$1::uuid]`, [id]);
    expect(recorded).toHaveLength(2);
  });
});

describe('the log of the buyer', () => {
  it('names the order of a declaration that certainly comes from the buyer, and never a member of the staff', async () => {
    const [owner, otherAccount] = [await aBuyer(shop), await aBuyer(shop)];
    const first = await placeOrder(owner, owner.email, true);
    await declareAs(owner, uniqueAddress(), first.orderNumber).expect(202);
    // The sender opened the link of a mail to the address while signed in to another account.
    const proof = withdrawalProof(shop.config.tokenSecret, owner.email, new Date());
    await as(shop, otherAccount)
      .post('/api/withdrawals', { name: 'Käthe', email: owner.email, order_number: first.orderNumber, proof })
      .expect(202);
    expect(await listWithdrawalEntries(owner)).toMatchObject([
      { actor: 'shop', details: { purchaseId: first.id } },
      { actor: 'you', details: { purchaseId: first.id } },
    ]);
    expect(await listWithdrawalEntries(otherAccount)).toMatchObject([{ actor: 'you', details: { purchaseId: null } }]);
  });
});

describe('a withdrawal that is being received while the account is closed', () => {
  it('is refused, so that the erasure leaves no data behind', async () => {
    const person = await aBuyer(shop);
    const waiting = async (count: number) =>
      (
        await shop.sql.rows(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length >= count;
    const requests = await shop.sql.ownTransaction(async (client) => {
      await client.query('select from users where id = $1 for update', [person.id]);
      const closing = shop.workers.get(CommandBus).execute<CloseAccount, boolean>(new CloseAccount(person.id));
      await until('the closing waits', () => waiting(1));
      const declaring = declareAs(person, person.email, 'der rote Rock').then((response: Response) => response);
      await until('the withdrawal waits', () => waiting(2));
      return { closing, declaring };
    });
    expect(await requests.closing).toBe(true);
    expect(await requests.declaring).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await shop.sql.rows('select from withdrawals where user_id = $1', [person.id])).toEqual([]);
  });
});
