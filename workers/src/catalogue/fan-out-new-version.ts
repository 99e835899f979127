import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { FanOutNewVersion } from '#backend/catalogue/files/commands/fan-out-new-version.js';
import type { Job } from '../job.js';

/** Creates one job per buyer of an older version, so that a failing mailbox does not block others. */
@Injectable()
export class FanOutNewVersionJob implements Job<{ fileId: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ fileId }: { fileId: string }): Promise<void> {
    await this.commands.execute(new FanOutNewVersion(fileId));
  }
}
