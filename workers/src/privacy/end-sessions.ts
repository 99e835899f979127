import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RevokeSessions } from '#backend/accounts/sessions/commands/revoke-sessions.js';
import { GetDeletionDetails } from '#backend/privacy/queries/get-deletion-details.js';
import type { Job } from '../job.js';

/** Revokes the sessions that were opened before the deletion was requested, except the session that requested it. */
@Injectable()
export class EndSessions implements Job<{ deletionId: string }> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async run({ deletionId }: { deletionId: string }): Promise<void> {
    const deletion = await this.queries.execute(new GetDeletionDetails(deletionId));
    if (!deletion?.requestedAt) return;
    const { userId, sessionId, requestedAt } = deletion;
    await this.commands.execute(new RevokeSessions(userId, sessionId, 'deletion-requested', requestedAt));
  }
}
