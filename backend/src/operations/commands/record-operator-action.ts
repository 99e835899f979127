import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../platform/audit.js';
import { Transactional } from '../../platform/database/transactional.js';

/** Records in the audit log an action of the operators' command-line tool that is not about a single row. */
export class RecordOperatorAction extends Command<void> {
  /**
   * @param details numbers and ids
   * @param byOperator false when a schedule has started the tool
   */
  constructor(
    readonly what:
      | 'archive-handed-out'
      | 'copies-swept'
      | 'deletion-asked'
      | 'outbox-tidied'
      | 'reconciled'
      | 'signing-key-made',
    readonly details: Record<string, string | number>,
    readonly byOperator: boolean,
  ) {
    super();
  }
}

@CommandHandler(RecordOperatorAction)
export class RecordOperatorActionHandler implements ICommandHandler<RecordOperatorAction> {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ what, details, byOperator }: RecordOperatorAction): Promise<void> {
    this.audit.record({ userId: null, actorId: null, byOperator, action: `operations.${what}`, details });
    await this.em.flush();
  }
}
