import { withdrawalProof } from '../../src/purchases/withdrawals/withdrawal-proof.js';
import { aBuyer, type TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';
import { as, confirmCard, startPayment } from './pay.js';
import { until } from './settles.js';

interface Order {
  id: string;
  orderNumber: string;
}
/** A withdrawal in the list for support. */
interface ListedWithdrawal {
  id: string;
  reference: string;
  email: string;
  receivedAt: string;
}

let count = 0;

/** Helpers for tests of withdrawals. The parameters are functions because the shop is opened later. */
export function withdrawalHelpers(getShop: () => OpenShop, getPatternId: () => string) {
  const readStatus = async (id: string) =>
    (await getShop().sql.row<{ status: string }>('select status from purchases where id = $1', [id]))!.status;
  return {
    readStatus,
    uniqueAddress: () => `widerruf${(count += 1)}@example.com`,

    /** Pays with or without an account, from a new IP address. @returns the order with ready copies */
    async placeOrder(buyer: TestBuyer | null, email: string, consent: boolean): Promise<Order> {
      const shop = getShop();
      const { body } = await startPayment(shop, buyer, getPatternId(), { consent, buyer_email: email })
        .set('x-forwarded-for', `2001:db8:0:${(count += 1)}::1`)
        .expect(201);
      await confirmCard(shop, body.data.client_secret);
      const id = body.data.purchase_id as string;
      const row = await until('the purchase is paid', () =>
        shop.sql.row<{ orderNumber: string }>(
          `select order_number as "orderNumber" from purchases where id = $1 and status = 'paid'`,
          [id],
        ),
      );
      await shop.settles();
      return { id, ...row };
    },

    /** Declares a withdrawal as a guest, with the proof that the withdrawal link in a mail contains. */
    declare: (email: string, order_number: string, body: object = {}) =>
      getShop()
        .http.post('/api/withdrawals')
        .send({
          name: 'Käthe Käufer',
          email,
          order_number,
          proof: withdrawalProof(getShop().config.tokenSecret, email, new Date()),
          ...body,
        }),

    listRefunds(purchaseId: string) {
      const { control } = getShop().stripe;
      const payment = control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;
      return control.refunds().filter(({ payment_intent: id }) => id === payment.id);
    },

    /** @returns the mails to an address whose subject names a withdrawal */
    listWithdrawalMails: async (email: string) =>
      (await getShop().mails()).filter(
        ({ to, subject }) => to[0]!.address.toLowerCase() === email && /Widerruf|withdrawal/.test(subject),
      ),

    async createAdmin(): Promise<TestBuyer> {
      const admin = await aBuyer(getShop());
      await getShop().sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
      return admin;
    },

    listWithdrawals: async (admin: TestBuyer, query = '') =>
      (await as(getShop(), admin).get(`/api/admin/withdrawals?limit=100&${query}`).expect(200)).body.data
        .withdrawals as ListedWithdrawal[],
  };
}
