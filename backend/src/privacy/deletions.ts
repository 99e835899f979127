import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ADMIN_REMOVAL_LOCK, IsLastAdmin, lastAdmin } from '../accounts/administration/queries/is-last-admin.js';
import { clearKnownPlaces, endSessions, lockForOwner } from '../accounts/sessions/sessions.writes.js';
import { Audit } from '../platform/audit.js';
import { advisoryLock } from '../platform/database/database-time.js';
import { Sql } from '../platform/database/sql.js';
import { Outbox } from '../platform/events/outbox.js';
import { Deletion } from './deletion.entity.js';
import { ExportRequest } from './export-request.entity.js';
import { DeletionRequested } from './privacy.events.js';

/** Code that the commands about deletions share. Call the methods inside a transaction. */
@Injectable()
export class Deletions {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly queries: QueryBus,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * Locks an account whose deletion can be requested. Locks the administrators first, like a change of the role.
   * @param sessionId as in `lockForOwner`
   * @throws {ApiError} 401 UNAUTHENTICATED
   */
  async lock(userId: string, sessionId: string | null): Promise<void> {
    await advisoryLock(ADMIN_REMOVAL_LOCK);
    await lockForOwner(this.sql, userId, sessionId);
  }

  /** @returns the requested deletion of an account, or null when there is none or it was undone */
  findOpen(userId: string): Promise<Deletion | null> {
    return this.em.findOne(Deletion, { userId, requestedAt: { $ne: null }, undoneAt: null });
  }

  /** Requires the lock of `lock`. @throws {ApiError} 409 LAST_ADMIN when the account is the last administrator */
  async refuseLastAdmin(userId: string): Promise<void> {
    if (await this.queries.execute(new IsLastAdmin(userId))) throw lastAdmin();
  }

  /** Ends the links of the mails that ask the owner to confirm a deletion. */
  async endLinks(userId: string, now: Date): Promise<void> {
    await this.em.nativeUpdate(Deletion, { userId, requestedAt: null, undoneAt: null }, { undoneAt: now });
  }

  /**
   * Requests a deletion that the user has confirmed by password or by mail. Also ends the other sessions, which could undo
   * the deletion, and cancels open exports. Requires the lock of `lock`.
   * @param keptSessionId the session that the user has confirmed with; null without a session
   */
  async request(deletion: Deletion, now: Date, keptSessionId: string | null): Promise<void> {
    deletion.request(now, keptSessionId);
    const { userId } = deletion;
    await endSessions(this.sql, userId, keptSessionId, 'deletion-requested');
    await clearKnownPlaces(this.sql, userId);
    const exports = await this.em.find(ExportRequest, { userId, state: { $in: ['queued', 'running'] } });
    for (const request of exports) request.cancel();
    this.outbox.record(new DeletionRequested(deletion.id));
    this.audit.record({ userId, actorId: userId, action: 'privacy.deletion-requested' });
  }
}
