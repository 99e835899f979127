import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ADMIN_REMOVAL_LOCK, IsLastAdmin, lastAdmin } from '../accounts/administration/queries/is-last-admin.js';
import { Audit } from '../platform/audit.js';
import { advisoryLock } from '../platform/database/database-time.js';
import { Outbox } from '../platform/events/outbox.js';
import { Deletion } from './deletion.entity.js';
import { ExportRequest } from './export-request.entity.js';
import { DeletionRequested } from './privacy.events.js';

/** Code that the commands about deletions share. Call the methods inside a transaction. */
@Injectable()
export class Deletions {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @returns the requested deletion of an account, or null when there is none or it was undone */
  findOpen(userId: string): Promise<Deletion | null> {
    return this.em.findOne(Deletion, { userId, requestedAt: { $ne: null }, undoneAt: null });
  }

  /** @throws {ApiError} 409 LAST_ADMIN when the account is the last administrator */
  async refuseLastAdmin(userId: string): Promise<void> {
    await advisoryLock(ADMIN_REMOVAL_LOCK);
    if (await this.queries.execute(new IsLastAdmin(userId))) throw lastAdmin();
  }

  /** Requests a deletion that the user has confirmed by password or by mail, and cancels open exports. */
  async request(deletion: Deletion, now: Date): Promise<void> {
    deletion.request(now);
    const { userId } = deletion;
    const exports = await this.em.find(ExportRequest, { userId, state: { $in: ['queued', 'running'] } });
    for (const request of exports) request.cancel();
    this.outbox.record(new DeletionRequested(deletion.id));
    this.audit.record({ userId, actorId: userId, action: 'privacy.deletion-requested' });
  }
}
