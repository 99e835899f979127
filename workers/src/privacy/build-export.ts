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
 * Writes all personal data of an account into one archive, which is streamed from the database to the storage. An attempt
 * first deletes the archive that an earlier attempt has stored.
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
      const isFinal = await this.commands.execute(new RecordExportFailed(requestId));
      if (isFinal) throw new NonRetryableError(`given up: ${String(error)}`);
      throw error;
    }
  }

  private async store(started: StartedExport, signal: AbortSignal): Promise<number> {
    const archive = new Archive(started.requestedAt);
    const onAbort = () => archive.fail(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    const uploaded = this.files.upload(started.objectKey, archive.output, 'application/zip', signal);
    // When the upload or the filling of the archive fails, the archive fails. Otherwise the other of the two would wait
    // forever.
    uploaded.catch((error: Error) => archive.fail(error));
    const filled = Snapshot.of(this.sql, started.userId, (snapshot) =>
      fillArchive(archive, snapshot, this.files, started),
    ).catch((error: Error) => archive.fail(error));
    try {
      await filled;
      return await uploaded;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}
