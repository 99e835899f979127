import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '../../platform/transactional.js';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RefundRequest } from '../refund-request.entity.js';

/** The card provider refused to pay back, or the bank sent the money back to the shop. */
export class NoteRefundFailure extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(NoteRefundFailure)
export class NoteRefundFailureHandler implements ICommandHandler<NoteRefundFailure> {
  private readonly logger = new Logger('Payments');

  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ purchaseId, reason }: NoteRefundFailure): Promise<void> {
    const request = await this.em.findOne(RefundRequest, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    request?.fail(reason);
    this.logger.error({ purchaseId, reason }, 'a refund failed: needs a person');
  }
}
