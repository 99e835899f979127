import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PromiseNewVersion } from '#backend/catalogue/commands/promise-new-version.js';
import type { Job } from '../runtime/job.js';

/** One job for each buyer of an older version, so that a mailbox in trouble holds up nobody else. */
@Injectable()
export class PromiseNewVersionJob implements Job<{ fileId: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ fileId }: { fileId: string }): Promise<void> {
    await this.commands.execute(new PromiseNewVersion(fileId));
  }
}
