import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../platform/database/transactional.js';
import { hashToken } from '../../platform/derived-token.js';
import { ApiError, tokenInvalid } from '../../platform/api-error.js';
import { databaseTime } from '../../platform/database/database-time.js';
import type { DeletionState } from '../deletion.contract.js';
import { Deletion } from '../deletion.entity.js';
import { Deletions } from '../deletions.js';

/**
 * Confirms a deletion with the token of the confirmation mail, and ends all sessions of the account except the session of
 * the request. The session that requested the mail ends too: it can be a thief's.
 * @param viewer the user whose session sends the request; null without a session
 * @throws {ApiError} 400 TOKEN_INVALID or TOKEN_EXPIRED, 409 LAST_ADMIN
 */
export class ConfirmDeletion extends Command<DeletionState> {
  constructor(
    readonly token: string,
    readonly viewer: { id: string; sessionId: string } | null,
  ) {
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
  async execute({ token, viewer }: ConfirmDeletion): Promise<DeletionState> {
    const found = await this.em.findOne(
      Deletion,
      { confirmTokenHash: hashToken(token), confirmationExpiresAt: { $ne: null } },
      { fields: ['userId'], disableIdentityMap: true },
    );
    if (!found) throw tokenInvalid();
    await this.deletions.lock(found.userId, null);
    const deletion = await this.em.findOneOrFail(Deletion, found.id);
    // A deletion that was undone, or whose erasure has begun, cannot be confirmed again.
    if (deletion.undoneAt || deletion.begunAt) throw tokenInvalid();
    const open = await this.deletions.findOpen(found.userId);
    if (open) return toState(open);
    const now = await databaseTime();
    if (deletion.confirmationExpiresAt! <= now) throw tokenExpired();
    await this.deletions.refuseLastAdmin(found.userId);
    await this.deletions.request(deletion, now, viewer?.id === found.userId ? viewer.sessionId : null);
    return toState(deletion);
  }
}

const toState = ({ eraseAt }: Deletion): DeletionState => ({ state: 'requested', erasesAt: eraseAt!.toISOString() });
const tokenExpired = () => new ApiError(400, 'TOKEN_EXPIRED', 'This link has expired. Please request a new one.');
