import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockForOwner } from '../../accounts/sessions/sessions.writes.js';
import { ApiError, tokenInvalid } from '../../platform/api-error.js';
import { Audit } from '../../platform/audit.js';
import { Sql } from '../../platform/database/sql.js';
import { Transactional } from '../../platform/database/transactional.js';
import { hashToken } from '../../platform/derived-token.js';
import { Outbox } from '../../platform/events/outbox.js';
import type { DeletionState } from '../deletion.contract.js';
import { Deletion } from '../deletion.entity.js';
import { Deletions } from '../deletions.js';
import { undoDeletion } from '../privacy.writes.js';

/**
 * Undoes a requested deletion. A repeated command has no effect, nor has a command for a user without a requested deletion.
 * @throws {ApiError} 400 TOKEN_INVALID for an unknown token and for the token of an earlier deletion, 401 UNAUTHENTICATED,
 * 409 DELETION_BEGUN when the erasure has begun
 */
export class UndoDeletion extends Command<DeletionState> {
  constructor(readonly by: { userId: string; sessionId: string } | { token: string }) {
    super();
  }
}

@CommandHandler(UndoDeletion)
export class UndoDeletionHandler implements ICommandHandler<UndoDeletion> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly deletions: Deletions,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ by }: UndoDeletion): Promise<DeletionState> {
    const link = 'token' in by ? await this.findLink(by.token) : null;
    const { userId, sessionId } = 'token' in by ? { userId: link!.userId, sessionId: null } : by;
    await lockForOwner(this.sql, userId, sessionId);
    const open = await this.deletions.findOpen(userId);
    if (link && open && link.id !== open.id) throw tokenInvalid();
    if (open && !(await undoDeletion(this.sql, this.audit, this.outbox, userId))) throw deletionBegun();
    return { state: 'none', erasesAt: null };
  }

  private async findLink(token: string): Promise<{ id: string; userId: string }> {
    const link = await this.em.findOne(
      Deletion,
      { undoTokenHash: hashToken(token), requestedAt: { $ne: null } },
      { fields: ['id', 'userId'], disableIdentityMap: true },
    );
    if (!link) throw tokenInvalid();
    return link;
  }
}

const deletionBegun = () => new ApiError(409, 'DELETION_BEGUN', 'The account is already being erased.');
