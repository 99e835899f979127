import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../../platform/audit.js';
import { Sql } from '../../../platform/database/sql.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import type { Statement } from '../../../platform/ground.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { ApiError } from '../../../platform/api-error.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { AccountSuspended } from '../../accounts.events.js';
import type { SuspensionState } from '../admin-users.contract.js';
import { type ActingAdmin, lockForAdmin, refuseLastAdmin } from '../lock-with-admins.js';
import { SecondFactors } from '../../second-factor/second-factors.js';
import { KnownPlaces } from '../../sessions/known-places.js';
import { Session } from '../../sessions/session.entity.js';
import { Suspension } from '../suspension.entity.js';

/**
 * Suspends an account: ends its sessions, prevents new ones, and deletes the known places. A repeated request has no effect.
 * @throws {ApiError} as `lockForAdmin`, 409 OWN_ACCOUNT or 409 LAST_ADMIN
 */
export class SuspendAccount extends Command<SuspensionState> {
  constructor(
    readonly actor: ActingAdmin,
    readonly userId: string,
    readonly statement: Statement,
  ) {
    super();
  }
}

@CommandHandler(SuspendAccount)
export class SuspendAccountHandler implements ICommandHandler<SuspendAccount> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly factors: SecondFactors,
    private readonly places: KnownPlaces,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ actor, userId, statement: { reason, ground, clause } }: SuspendAccount): Promise<SuspensionState> {
    const user = await lockForAdmin(this.em, this.sql, actor, userId);
    if (userId === actor.id) throw ownAccount();
    // The acting administrator does not count as a remaining one when the deletion of its account is requested.
    await refuseLastAdmin(this.sql, userId);
    if (user.suspendedAt) return { suspendedAt: user.suspendedAt.toISOString() };
    const now = await databaseTime();
    user.suspendedAt = now;
    const id = uuidv7();
    this.em.persist(this.em.create(Suspension, { id, userId, reason, ground, clause, suspendedAt: now }));
    const ended = { revokedAt: now, revokedReason: 'suspended' };
    await this.em.nativeUpdate(Session, { userId, revokedAt: null }, ended);
    await this.factors.endChallenges(userId);
    await this.places.clear(userId);
    this.audit.record({ userId, actorId: actor.id, action: 'accounts.suspended', details: { suspensionId: id } });
    this.outbox.record(new AccountSuspended(userId, id));
    return { suspendedAt: now.toISOString() };
  }
}

const ownAccount = () => new ApiError(409, 'OWN_ACCOUNT', 'You cannot suspend your own account.');
