import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { Audit } from '../../platform/audit.js';
import { Outbox } from '../../platform/events/outbox.js';
import { hashToken } from '../../platform/derived-token.js';
import { ApiError, tokenInvalid } from '../../platform/api-error.js';
import { databaseTime } from '../../platform/database/database-time.js';
import type { DeletionState } from '../deletion.contract.js';
import { Deletion } from '../deletion.entity.js';
import { DeletionUndone } from '../privacy.events.js';

/**
 * Undoes a requested deletion. A repeated command has no effect, nor has a command for a user without a requested deletion.
 * @throws {ApiError} 400 TOKEN_INVALID for an unknown token, 409 DELETION_BEGUN when the erasure has begun
 */
export class UndoDeletion extends Command<DeletionState> {
  constructor(readonly by: { userId: string } | { token: string }) {
    super();
  }
}

@CommandHandler(UndoDeletion)
export class UndoDeletionHandler implements ICommandHandler<UndoDeletion> {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ by }: UndoDeletion): Promise<DeletionState> {
    const filter = 'token' in by ? { undoTokenHash: hashToken(by.token) } : { userId: by.userId, undoneAt: null };
    const deletion = await this.em.findOne(Deletion, { ...filter, requestedAt: { $ne: null } }, FOR_UPDATE);
    if (!deletion && 'token' in by) throw tokenInvalid();
    if (deletion && !deletion.undoneAt) {
      if (!deletion.undo(await databaseTime())) throw deletionBegun();
      const { userId } = deletion;
      this.audit.record({ userId, actorId: userId, action: 'privacy.deletion-undone' });
      this.outbox.record(new DeletionUndone(userId));
    }
    return { state: 'none', erasesAt: null };
  }
}

const deletionBegun = () => new ApiError(409, 'DELETION_BEGUN', 'The account is already being erased.');
