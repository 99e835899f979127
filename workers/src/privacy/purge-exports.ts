import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Files } from '#backend/platform/storage/files.js';
import { CloseExports } from '#backend/privacy/commands/close-exports.js';
import { ListPurgeableExports } from '#backend/privacy/queries/list-purgeable-exports.js';
import type { Job, JobContext } from '../job.js';

/** Deletes expired archives. */
@Injectable()
export class PurgeExportsJob implements Job<object> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly files: Files,
  ) {}

  async run(_data: object, { signal }: JobContext): Promise<void> {
    for (const { requestId, objectKey } of await this.queries.execute(new ListPurgeableExports())) {
      signal.throwIfAborted();
      // The archive is deleted before the export is closed, because a closed export is not listed again.
      await this.files.removeAll(objectKey);
      await this.commands.execute(new CloseExports({ requestIds: [requestId] }));
    }
  }
}
