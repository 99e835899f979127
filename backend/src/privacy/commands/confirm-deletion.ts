import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { hashToken } from '../../platform/derived-token.js';
import { ApiError, tokenInvalid } from '../../platform/api-error.js';
import { databaseTime, advisoryLock } from '../../platform/database/database-time.js';
import type { DeletionState } from '../deletion.contract.js';
import { Deletion } from '../deletion.entity.js';
import { Deletions } from '../deletions.js';

/**
 * Confirms a deletion with the token of the confirmation mail.
 * @throws {ApiError} 400 TOKEN_INVALID or TOKEN_EXPIRED, 409 LAST_ADMIN
 */
export class ConfirmDeletion extends Command<DeletionState> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(ConfirmDeletion)
export class ConfirmDeletionHandler implements ICommandHandler<ConfirmDeletion> {
  constructor(
    private readonly em: EntityManager,
    private readonly deletions: Deletions,
  ) {}

  @Transactional()
  async execute({ token }: ConfirmDeletion): Promise<DeletionState> {
    const found = await this.em.findOne(
      Deletion,
      { confirmTokenHash: hashToken(token), confirmationExpiresAt: { $ne: null } },
      { fields: ['userId'], disableIdentityMap: true },
    );
    if (!found) throw tokenInvalid();
    await advisoryLock(`deletion ${found.userId}`);
    const deletion = await this.em.findOneOrFail(Deletion, found.id, FOR_UPDATE);
    // A deletion that was undone, or whose erasure has begun, cannot be confirmed again.
    if (deletion.undoneAt || deletion.begunAt) throw tokenInvalid();
    const open = await this.deletions.findOpen(found.userId);
    if (open) return { state: 'requested', erasesAt: open.eraseAt!.toISOString() };
    const now = await databaseTime();
    if (deletion.confirmationExpiresAt! <= now) throw tokenExpired();
    await this.deletions.refuseLastAdmin(found.userId);
    await this.deletions.request(deletion, now);
    return { state: 'requested', erasesAt: deletion.eraseAt!.toISOString() };
  }
}

const tokenExpired = () => new ApiError(400, 'TOKEN_EXPIRED', 'This link has expired. Please request a new one.');
