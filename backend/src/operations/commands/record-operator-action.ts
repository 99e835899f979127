import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../platform/audit.js';
import { Transactional } from '../../platform/database/transactional.js';

/** Records, in the audit log, an action of the operators' tool (`ops`) that no other command records. */
export class RecordOperatorAction extends Command<void> {
  /**
   * @param action the name of the audit entry after `operations.`; each name belongs to one command of the tool
   * @param details only numbers and ids
   * @param byOperator false when a schedule started the tool
   */
  constructor(
    readonly action:
      | 'archive-handed-out'
      | 'books-exported'
      | 'copies-swept'
      | 'deletion-asked'
      | 'outbox-tidied'
      | 'reconciled'
      | 'retention-ended'
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
  async execute({ action, details, byOperator }: RecordOperatorAction): Promise<void> {
    this.audit.record({ userId: null, actorId: null, byOperator, action: `operations.${action}`, details });
    await this.em.flush();
  }
}
