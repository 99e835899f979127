import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Transactional } from '../../platform/database/transactional.js';
import { IsPasswordOf } from '../../accounts/passwords/queries/is-password-of.js';
import type { Config } from '../../platform/config/config.js';
import { hashToken } from '../../platform/derived-token.js';
import { Outbox } from '../../platform/events/outbox.js';
import { ApiError } from '../../platform/api-error.js';
import { CONFIG } from '../../platform/tokens.js';
import { databaseTime, advisoryLock } from '../../platform/database/database-time.js';
import { confirmToken, undoToken } from '../deletion-tokens.js';
import type { DeletionStarted } from '../deletion.contract.js';
import { CONFIRM_MS, Deletion } from '../deletion.entity.js';
import { Deletions } from '../deletions.js';
import { DeletionAsked } from '../privacy.events.js';

/** Minimum time between two confirmation mails. A request within it sends no mail: the last link is still valid. */
const MAIL_PAUSE_MS = 60_000;

/**
 * Requests the deletion of an account. Without a password, a mail asks to confirm it.
 * @throws {ApiError} 400 WRONG_PASSWORD, 409 LAST_ADMIN
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
    private readonly queries: QueryBus,
    private readonly deletions: Deletions,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ userId, sessionId, password }: RequestDeletion): Promise<DeletionStarted> {
    if (password !== null && !(await this.queries.execute(new IsPasswordOf(userId, password)))) throw wrongPassword();
    return this.save(userId, sessionId, password !== null);
  }

  @Transactional()
  private async save(userId: string, sessionId: string | null, confirmed: boolean): Promise<DeletionStarted> {
    await advisoryLock(`deletion ${userId}`);
    const open = await this.deletions.findOpen(userId);
    if (open) return toResponse(open);
    await this.deletions.refuseLastAdmin(userId);
    const now = await databaseTime();
    if (!confirmed && (await this.wasMailSentSince(userId, new Date(now.getTime() - MAIL_PAUSE_MS))))
      return toResponse(null);
    const id = uuidv7();
    const deletion = this.em.create(Deletion, {
      id,
      userId,
      sessionId,
      confirmTokenHash: hashToken(confirmToken(this.config.tokenSecret, id)),
      undoTokenHash: hashToken(undoToken(this.config.tokenSecret, id)),
      askedAt: now,
      confirmBy: confirmed ? null : new Date(now.getTime() + CONFIRM_MS),
    });
    this.em.persist(deletion);
    if (confirmed) await this.deletions.request(deletion, now);
    else this.outbox.record(new DeletionAsked(id));
    return toResponse(confirmed ? deletion : null);
  }

  private async wasMailSentSince(userId: string, since: Date): Promise<boolean> {
    return (await this.em.count(Deletion, { userId, requestedAt: null, askedAt: { $gt: since } })) > 0;
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
