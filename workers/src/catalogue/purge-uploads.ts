import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PurgeLeftover } from '#backend/catalogue/files/commands/purge-leftover.js';
import { ListLeftovers } from '#backend/catalogue/files/queries/list-leftovers.js';
import { Files } from '#backend/platform/storage/files.js';
import type { Job, JobContext } from '../job.js';

/**
 * Deletes the rows of uploads whose file never arrived, and pictures that were refused or removed. An object in the storage
 * is deleted before its row, so that no object remains without a row.
 */
@Injectable()
export class PurgeUploads implements Job<object> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly files: Files,
  ) {}

  async run(_: object, { signal }: JobContext): Promise<void> {
    for (const leftover of await this.queries.execute(new ListLeftovers())) {
      signal.throwIfAborted();
      for (const key of leftover.keys) await this.files.remove(key);
      await this.commands.execute(new PurgeLeftover(leftover));
    }
  }
}
