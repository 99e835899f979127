import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Transactional } from '../../platform/database/transactional.js';
import { Audit } from '../../platform/audit.js';
import type { Language } from '../../platform/language.js';
import { Outbox } from '../../platform/events/outbox.js';
import { ApiError } from '../../platform/api-error.js';
import { databaseTime, advisoryLock } from '../../platform/database/database-time.js';
import type { ExportStarted } from '../export.contract.js';
import { EXPORT_PAUSE_MS, ExportRequest } from '../export-request.entity.js';
import { ExportRequested } from '../privacy.events.js';

/**
 * Requests an archive of all data of an account. Returns the open request if there is one, instead of creating another.
 * @throws {ApiError} 429 EXPORT_TOO_SOON within 24 hours of the previous request whose archive was stored
 */
export class RequestExport extends Command<ExportStarted> {
  constructor(
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(RequestExport)
export class RequestExportHandler implements ICommandHandler<RequestExport> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ userId, language }: RequestExport): Promise<ExportStarted> {
    await advisoryLock(`export ${userId}`);
    const open = await this.em.findOne(ExportRequest, { userId, state: { $in: ['queued', 'running'] } });
    if (open) return { requestId: open.id, status: open.state };
    const now = await databaseTime();
    // Failed and cancelled requests do not count, because the user received no archive.
    const last = await this.em.findOne(
      ExportRequest,
      { userId, state: { $in: ['ready', 'expired'] } },
      { orderBy: { requestedAt: 'desc' } },
    );
    const next = last ? last.requestedAt.getTime() + EXPORT_PAUSE_MS : 0;
    if (next > now.getTime()) throw tooSoon(new Date(next), now);
    const request = { id: uuidv7(), userId, language, state: 'queued', requestedAt: now } as const;
    this.em.persist(this.em.create(ExportRequest, request));
    this.outbox.record(new ExportRequested(request.id));
    this.audit.record({ userId, actorId: userId, action: 'privacy.export-requested' });
    return { requestId: request.id, status: request.state };
  }
}

function tooSoon(next: Date, now: Date): ApiError {
  const message = `You can request one export per day. The next one is possible on ${next.toISOString()}.`;
  return new ApiError(429, 'EXPORT_TOO_SOON', message, undefined, Math.ceil((next.getTime() - now.getTime()) / 1000));
}
