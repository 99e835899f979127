import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Transactional } from '../../platform/database/transactional.js';
import { lockPassword } from '../../accounts/accounts.writes.js';
import { FindMatchingHash } from '../../accounts/passwords/queries/find-matching-hash.js';
import type { Config } from '../../platform/config/config.js';
import { hashToken } from '../../platform/derived-token.js';
import { Outbox } from '../../platform/events/outbox.js';
import { ApiError } from '../../platform/api-error.js';
import { CONFIG } from '../../platform/tokens.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Sql } from '../../platform/database/sql.js';
import { confirmToken, undoToken } from '../deletion-tokens.js';
import type { DeletionStarted } from '../deletion.contract.js';
import { CONFIRM_MS, Deletion } from '../deletion.entity.js';
import { Deletions } from '../deletions.js';
import { DeletionAsked } from '../privacy.events.js';

/** Minimum time between two confirmation mails. Within this time, a request sends no mail: the last link is still valid. */
const MAIL_PAUSE_MS = 60_000;

/**
 * Requests the deletion of an account. Without a password, a mail asks the owner to confirm the deletion.
 * @param sessionId the session of the request; null for a request of the operator
 * @throws {ApiError} 400 WRONG_PASSWORD, 401 UNAUTHENTICATED, 409 LAST_ADMIN
 */
export class RequestDeletion extends Command<DeletionStarted> {
  constructor(
    readonly userId: string,
    readonly sessionId: string | null,
    readonly password: string | null,
  ) {
    super();
  }
}

@CommandHandler(RequestDeletion)
export class RequestDeletionHandler implements ICommandHandler<RequestDeletion> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly queries: QueryBus,
    private readonly deletions: Deletions,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(command: RequestDeletion): Promise<DeletionStarted> {
    const { userId, password } = command;
    const checkedHash = password === null ? null : await this.queries.execute(new FindMatchingHash(userId, password));
    if (password !== null && checkedHash === null) throw wrongPassword();
    // Starts again, because another request has changed the password since the check.
    return (await this.save(command, checkedHash)) ?? this.execute(command);
  }

  /** @returns null when the password has changed since the check */
  @Transactional()
  private async save({ userId, sessionId }: RequestDeletion, checkedHash: string | null) {
    const confirmed = checkedHash !== null;
    await this.deletions.lock(userId, sessionId);
    const open = await this.deletions.findOpen(userId);
    if (open) return toResponse(open);
    await this.deletions.refuseLastAdmin(userId);
    if (confirmed && !(await lockPassword(this.sql, userId, checkedHash))) return null;
    const now = await databaseTime();
    if (!confirmed && (await this.wasMailSentSince(userId, new Date(now.getTime() - MAIL_PAUSE_MS))))
      return toResponse(null);
    await this.deletions.endLinks(userId, now);
    const id = uuidv7();
    const deletion = this.em.create(Deletion, {
      id,
      userId,
      confirmTokenHash: hashToken(confirmToken(this.config.tokenSecret, id)),
      undoTokenHash: hashToken(undoToken(this.config.tokenSecret, id)),
      createdAt: now,
      confirmationExpiresAt: confirmed ? null : new Date(now.getTime() + CONFIRM_MS),
    });
    this.em.persist(deletion);
    if (confirmed) await this.deletions.request(deletion, now, sessionId);
    else this.outbox.record(new DeletionAsked(id));
    return toResponse(confirmed ? deletion : null);
  }

  private async wasMailSentSince(userId: string, since: Date): Promise<boolean> {
    return (
      (await this.em.count(Deletion, { userId, requestedAt: null, undoneAt: null, createdAt: { $gt: since } })) > 0
    );
  }
}

const toResponse = (deletion: Deletion | null): DeletionStarted => ({
  state: deletion ? 'requested' : 'none',
  confirmation: deletion ? 'none' : 'mail',
  erasesAt: deletion?.eraseAt?.toISOString() ?? null,
});

const wrongPassword = () =>
  new ApiError(400, 'WRONG_PASSWORD', 'The password is incorrect', [
    { field: 'password', message: 'The password is incorrect' },
  ]);
