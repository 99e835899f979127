import type { AdminPurchase } from '../../src/purchases/orders/admin.contract.js';
import { withdrawalProof } from '../../src/purchases/withdrawals/withdrawal-proof.js';
import { aBuyer, aPattern, type TestBuyer } from './builders.js';
import { openShop, type OpenShop } from './open-shop.js';
import { accessOf, as, buy, delivered } from './pay.js';
import type { StripeEvent } from './stripe-event.js';

/** A shop with a pattern for 12,90 €, a buyer and an administrator who refunds. */
export class RefundShop {
  buyer!: TestBuyer;

  private constructor(
    readonly shop: OpenShop,
    readonly patternId: string,
    readonly admin: TestBuyer,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<RefundShop> {
    const shop = await openShop({ workers: true, env });
    const patternId = await aPattern().titled('Bluse Berta').costing(1290).in(shop);
    const admin = await aBuyer(shop);
    await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
    await shop.settles();
    return new RefundShop(shop, patternId, admin);
  }

  /** Registers a new buyer, who buys next. */
  async newBuyer(): Promise<void> {
    this.buyer = await aBuyer(this.shop);
  }

  async buyDelivered(body: object = {}): Promise<string> {
    const purchaseId = await buy(this.shop, this.buyer, this.patternId, body);
    await delivered(this.shop, this.buyer, purchaseId);
    return purchaseId;
  }

  /** @returns the PaymentIntent id of a purchase */
  paymentOf(purchaseId: string): string {
    return this.shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!.id;
  }

  stripeRefunds(purchaseId: string) {
    const payment = this.paymentOf(purchaseId);
    return this.shop.stripe.control.refunds().filter(({ payment_intent: id }) => id === payment);
  }

  refund(purchaseId: string, body: object) {
    return as(this.shop, this.admin).post(`/api/admin/purchases/${purchaseId}/refund`, body);
  }

  /** @param refundedCents the total that the administrator saw */
  refundPart(purchaseId: string, amountCents: number, refundedCents: number) {
    return this.refund(purchaseId, { amountCents, refundedCents, reason: 'Fehlender Bogen' });
  }

  /** The buyer withdraws from an order by the link in a mail. */
  declareWithdrawal(orderNumber: string) {
    const { email } = this.buyer;
    const proof = withdrawalProof(this.shop.config.tokenSecret, email, new Date());
    return this.shop.http.post('/api/withdrawals').send({ name: 'Käthe', email, order_number: orderNumber, proof });
  }

  refundInDashboard(purchaseId: string, amount: number) {
    return fetch(`${this.shop.stripe.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.shop.config.stripe.secretKey}` },
      body: new URLSearchParams({ payment_intent: this.paymentOf(purchaseId), amount: String(amount) }),
    });
  }

  /** Waits until no webhook and no job is pending. */
  async settles(): Promise<void> {
    await this.shop.stripe.control.webhooksDelivered();
    await this.shop.settles();
  }

  access(purchaseId: string) {
    return accessOf(this.shop, this.buyer, purchaseId);
  }

  async adminView(purchaseId: string): Promise<AdminPurchase> {
    const { orderNumber } = await this.access(purchaseId);
    const { body } = await as(this.shop, this.admin).get(`/api/admin/purchases?search=${orderNumber}`).expect(200);
    return body.data.purchases[0];
  }

  /** @returns the buyer's mails about refunds */
  async mails() {
    const all = await this.shop.mails();
    return all.filter(({ to, subject }) => to[0]!.address === this.buyer.email && /rstattung/.test(subject!));
  }

  documents(purchaseId: string) {
    return this.shop.sql.rows<{ id: string; number: string; kind: string; net: number; vat: number; gross: number }>(
      `select id, number, kind, net_cents as net, vat_cents as vat, gross_cents as gross
       from invoices where purchase_id = $1 order by number`,
      [purchaseId],
    );
  }

  eventOf(purchaseId: string, type: string, matches: (object: Record<string, unknown>) => boolean): StripeEvent {
    const payment = this.paymentOf(purchaseId);
    return this.shop.stripe.control.events().find((event) => {
      const object = event.data.object as Record<string, unknown>;
      return event.type === type && object.payment_intent === payment && matches(object);
    }) as unknown as StripeEvent;
  }
}
