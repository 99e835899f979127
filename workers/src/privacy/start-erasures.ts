import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { StartDueErasures } from '#backend/privacy/commands/start-due-erasures.js';
import type { Job } from '../job.js';

/** Starts the due erasures. */
@Injectable()
export class StartErasuresJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new StartDueErasures());
  }
}
