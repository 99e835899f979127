import type { OpenShop } from './open-shop.js';

/**
 * Removes an order from the database, as if a backup that is older than the order had been restored.
 * @param moreStatements SQL statements to run in the same transaction
 */
export async function restoreBefore(shop: OpenShop, purchaseId: string, moreStatements: string[] = []): Promise<void> {
  const { control } = shop.stripe;
  await control.webhooksDelivered();
  await shop.settles();
  const payment = control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!.id;
  const concernsPayment = ({ id, payment_intent: parentId }: { id?: string; payment_intent?: unknown }) =>
    id === payment || parentId === payment;
  const events = control.events().filter(({ data }) => concernsPayment(data.object as object));
  await shop.owner.ownTransaction(async (client) => {
    // Disables the triggers that forbid deletion.
    await client.query(`set local session_replication_role = replica`);
    for (const statement of [
      `delete from deliveries d using outbox_events e where e.id = d.event_id and e.payload->>'purchaseId' = '${purchaseId}'`,
      `delete from outbox_events where payload->>'purchaseId' = '${purchaseId}'`,
      `delete from invoices where purchase_id = '${purchaseId}'`,
      `delete from refunds where purchase_id = '${purchaseId}'`,
      `delete from refund_requests where purchase_id = '${purchaseId}'`,
      `delete from copies where purchase_id = '${purchaseId}'`,
      `delete from webhook_inbox where event_id in (${events.map(({ id }) => `'${id}'`).join()})`,
      `delete from purchases where id = '${purchaseId}'`,
      ...moreStatements,
    ])
      await client.query(statement);
  });
}
