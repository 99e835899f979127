import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { DELIVERY_DUE } from '../../withdrawals/withdrawal-right.js';
import { BeginDelivery } from './begin-delivery.js';

/** Begins the delivery of the deferred orders whose right of withdrawal has ended. An order that fails stops no other. */
export class DeliverDueOrders extends Command<void> {}

/** Orders per run; the next run continues. */
const BATCH = 100;

@CommandHandler(DeliverDueOrders)
export class DeliverDueOrdersHandler implements ICommandHandler<DeliverDueOrders> {
  private readonly logger = new Logger('Delivery');

  constructor(
    private readonly sql: Sql,
    private readonly commands: CommandBus,
  ) {}

  async execute(): Promise<void> {
    const due = await this.sql.rows<{ id: string }>(
      `select u.id from purchases u where ${DELIVERY_DUE} order by u.paid_at limit ${BATCH}`,
    );
    let failed = 0;
    for (const { id: purchaseId } of due) {
      try {
        await this.commands.execute(new BeginDelivery(purchaseId));
      } catch (err) {
        failed += 1;
        this.logger.error({ purchaseId, err }, 'the delivery of a due order did not begin');
      }
    }
    if (failed > 0) throw new Error(`${failed} of ${due.length} due orders were not delivered`);
  }
}
