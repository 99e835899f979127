import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Files } from '#backend/platform/storage/files.js';
import { Sql } from '#backend/platform/database/sql.js';
import { RecordExportFailed } from '#backend/privacy/commands/record-export-failed.js';
import { RecordExportReady } from '#backend/privacy/commands/record-export-ready.js';
import { type StartedExport, StartExport } from '#backend/privacy/commands/start-export.js';
import { NonRetryableError, type Job, type JobContext } from '../job.js';
import { Archive } from './export/archive.js';
import { Snapshot } from './export/snapshot.js';
import { fillArchive } from './export/fill-archive.js';

/**
 * Writes all personal data of an account into one archive. Rows are streamed from the database to the storage. Each attempt
 * first deletes the result of an earlier one.
 */
@Injectable()
export class BuildExport implements Job<{ requestId: string }> {
  constructor(
    private readonly commands: CommandBus,
    private readonly files: Files,
    private readonly sql: Sql,
  ) {}

  async run({ requestId }: { requestId: string }, { signal }: JobContext): Promise<void> {
    const started = await this.commands.execute(new StartExport(requestId));
    if (!started) return;
    await this.files.removeAll(started.objectKey);
    if (!started.wanted) return;
    try {
      const bytes = await this.store(started, signal);
      const recorded = await this.commands.execute(new RecordExportReady(requestId, bytes));
      if (!recorded) await this.files.remove(started.objectKey);
    } catch (error) {
      const ended = await this.commands.execute(new RecordExportFailed(requestId));
      if (ended) throw new NonRetryableError(`given up: ${String(error)}`);
      throw error;
    }
  }

  private async store(started: StartedExport, signal: AbortSignal): Promise<number> {
    const archive = new Archive(started.requestedAt);
    const stop = () => archive.fail(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    const uploading = this.files.upload(started.objectKey, archive.output, 'application/zip', signal);
    // The first failure aborts the other side, which would otherwise wait forever.
    uploading.catch((error: Error) => archive.fail(error));
    const filling = Snapshot.of(this.sql, started.userId, (snapshot) =>
      fillArchive(archive, snapshot, this.files, started),
    ).catch((error: Error) => archive.fail(error));
    try {
      await filling;
      return await uploading;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}
