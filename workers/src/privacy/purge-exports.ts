import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Files } from '#backend/platform/storage/files.js';
import { CloseExports } from '#backend/privacy/commands/close-exports.js';
import { ListFinishedExports } from '#backend/privacy/queries/list-finished-exports.js';
import type { Job, JobContext } from '../job.js';

/** Removes the archives that have been there for long enough. */
@Injectable()
export class PurgeExportsJob implements Job<object> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly files: Files,
  ) {}

  async run(_data: object, { signal }: JobContext): Promise<void> {
    for (const { requestId, objectKey } of await this.queries.execute(new ListFinishedExports())) {
      signal.throwIfAborted();
      // The archive first: what is marked as gone is never looked for again.
      await this.files.removeAll(objectKey);
      await this.commands.execute(new CloseExports({ requestIds: [requestId] }));
    }
  }
}
