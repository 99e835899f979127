import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RecordFileStep } from '#backend/catalogue/commands/record-file-step.js';
import { RecordMasterPrepared } from '#backend/catalogue/commands/record-master-prepared.js';
import { RefuseMaster } from '#backend/catalogue/commands/refuse-master.js';
import { isDoubtful } from '#backend/catalogue/doubtful.js';
import { previewKey } from '#backend/catalogue/preview-key.js';
import { GetMaster } from '#backend/catalogue/queries/get-master.js';
import { Files } from '#backend/platform/files.js';
import { MasterRefused } from '../pdf/master-refused.js';
import { type Plan, prepareMaster } from '../pdf/prepare-master.js';
import { compilePlan, writeTail } from '../pdf/tail.js';
import type { Job, JobContext } from '../runtime/job.js';
import { measuredStep } from '../runtime/measured-step.js';

/** Checks a designer's PDF once and splits it, so that marking it for a buyer costs next to nothing. */
@Injectable()
export class PrepareMaster implements Job<{ fileId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly files: Files,
  ) {}

  async run({ fileId }: { fileId: string }, { signal }: JobContext): Promise<void> {
    const file = await this.queries.execute(new GetMaster(fileId));
    if (!file || file.state !== 'uploaded') return;
    await this.commands.execute(new RecordFileStep(fileId, 'checking'));
    const source = await this.files.get(file.sourceKey, signal);
    await this.commands.execute(new RecordFileStep(fileId, 'preparing'));
    try {
      const { master, plan, pages, flags } = await measuredStep('prepare', () => prepareMaster(source, { signal }));
      const key = `masters/${fileId}/${plan.masterSha256}`;
      const { etag, bytes } = await this.files.put(key, master, 'application/octet-stream', signal);
      if (isDoubtful(flags)) await this.files.put(previewKey(fileId), preview(master, plan), 'application/pdf', signal);
      const { masterSha256: sha256 } = plan;
      const prepared = { key, etag, bytes, sha256, pages, pageSizes: pageSizes(plan), flags };
      await this.commands.execute(new RecordMasterPrepared(fileId, prepared, plan));
    } catch (error) {
      if (!(error instanceof MasterRefused)) throw error;
      await this.commands.execute(new RefuseMaster(fileId, error.code, error.message));
    }
  }
}

/** Whole millimetres, as paper is named. */
const millimetres = (length: number, userUnit: number) => Math.round((length * userUnit * 25.4) / 72);

const pageSizes = ({ sizes }: Plan) =>
  sizes.map(({ width, height, userUnit }) => ({
    width: millimetres(width, userUnit),
    height: millimetres(height, userUnit),
  }));

/** What a buyer would get, marked for nobody: without a mark the master opens in no reader. */
function preview(master: Buffer, plan: Plan): Buffer {
  const stamp = { email: 'Vorschau / preview', orderNumber: '0', date: '2000-01-01', locale: 'de' } as const;
  const { tail } = writeTail(compilePlan(plan), { ...stamp, fileId: plan.masterSha256.slice(0, 32) });
  return Buffer.concat([master, tail]);
}
