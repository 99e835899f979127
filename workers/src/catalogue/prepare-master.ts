import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RecordFileStep } from '#backend/catalogue/files/commands/record-file-step.js';
import { RecordMasterPrepared } from '#backend/catalogue/files/commands/record-master-prepared.js';
import { RefuseMaster } from '#backend/catalogue/files/commands/refuse-master.js';
import { RefuseResoldCopy } from '#backend/catalogue/files/commands/refuse-resold-copy.js';
import { GetMaster } from '#backend/catalogue/files/queries/get-master.js';
import type { Config } from '#backend/platform/config/config.js';
import { Files } from '#backend/platform/storage/files.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { ListMarkedPurchases } from '#backend/purchases/orders/queries/list-marked-purchases.js';
import { MasterRefused } from '../pdf/document/master-refused.js';
import type { OwnMark } from '../pdf/stamp/mark-names.js';
import { prepareMaster } from '../pdf/prepare-master.js';
import type { Job, JobContext } from '../job.js';
import { measuredStep } from '../runtime/measured-step.js';
import { decodingOptions, hasKilledTooManyWorkers } from './decoding-options.js';
import { storeMaster } from './store-master.js';

/** Checks a designer's PDF and converts it into a master, once, so that each copy only needs a new tail. */
@Injectable()
export class PrepareMaster implements Job<{ fileId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly files: Files,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ fileId }: { fileId: string }, context: JobContext): Promise<void> {
    const { signal } = context;
    const file = await this.queries.execute(new GetMaster(fileId));
    if (!file || file.state !== 'uploaded') return;
    if (hasKilledTooManyWorkers(context)) {
      const reason = 'Two workers died while they prepared the file.';
      return this.commands.execute(new RefuseMaster(fileId, 'TOO_COMPLEX', reason));
    }
    await this.commands.execute(new RecordFileStep(fileId, 'checking'));
    const source = await this.files.get(file.sourceKey, signal);
    await this.commands.execute(new RecordFileStep(fileId, 'preparing'));
    try {
      const prepared = await measuredStep('prepare', () =>
        prepareMaster(source, decodingOptions(this.config, context)),
      );
      if (await this.refuseCopy(fileId, prepared.possibleMark)) return;
      const master = await storeMaster(this.files, fileId, prepared, signal);
      await this.commands.execute(new RecordMasterPrepared(fileId, master, prepared.plan));
    } catch (error) {
      if (!(error instanceof MasterRefused)) throw error;
      if (error.mark && (await this.refuseCopy(fileId, error.mark))) return;
      await this.commands.execute(new RefuseMaster(fileId, error.code, error.message));
    }
  }

  /**
   * Refuses the file when it contains the mark of a sold copy. A mark that is not certain counts only when it belongs to a
   * purchase in the database.
   * @returns whether the file was refused
   */
  private async refuseCopy(fileId: string, mark: OwnMark): Promise<boolean> {
    const purchaseIds = await this.queries.execute(new ListMarkedPurchases(mark));
    if (!mark.certain && purchaseIds.length === 0) return false;
    const reason = 'The file contains the mark of a copy.';
    await this.commands.execute(new RefuseResoldCopy(fileId, reason, [...mark.fileIds, ...mark.codes], purchaseIds));
    return true;
  }
}
