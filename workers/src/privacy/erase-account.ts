import { Injectable, Logger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CloseAccount } from '#backend/accounts/commands/close-account.js';
import { CancelErasure } from '#backend/privacy/commands/cancel-erasure.js';
import { RecordErasureStep } from '#backend/privacy/commands/record-erasure-step.js';
import { GetErasure } from '#backend/privacy/queries/get-erasure.js';
import type { Job, JobContext } from '../job.js';
import { ErasureSteps } from './erasure-steps.js';

/**
 * Erases an account step by step. Every step is idempotent. Completed steps are recorded, so that a retry continues with the
 * first incomplete step.
 */
@Injectable()
export class EraseAccountJob implements Job<{ deletionId: string }> {
  private readonly logger = new Logger('Privacy');

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly steps: ErasureSteps,
  ) {}

  async run({ deletionId }: { deletionId: string }, { executionId, signal }: JobContext): Promise<void> {
    const erasure = await this.queries.execute(new GetErasure(deletionId));
    if (!erasure) return;
    const { userId } = erasure;
    if (!(await this.commands.execute(new CloseAccount(userId)))) {
      this.logger.error({ userId }, 'erasure of the only administrator cancelled: needs a person');
      return this.commands.execute(new CancelErasure(deletionId));
    }
    for (const [step, work] of this.steps.list(erasure, executionId)) {
      if (erasure.done.includes(step)) continue;
      signal.throwIfAborted();
      await work();
      await this.commands.execute(new RecordErasureStep(deletionId, step));
    }
    await this.commands.execute(new RecordErasureStep(deletionId, null));
    this.logger.log({ userId }, 'account erased');
  }
}
