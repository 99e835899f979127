import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import { GetMaster, type MasterFile } from '#backend/catalogue/files/queries/get-master.js';
import type { Config } from '#backend/platform/config/config.js';
import { Files, SMALLEST_PART } from '#backend/platform/storage/files.js';
import { inSpan } from '#backend/platform/telemetry/spans.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { RecordCopyFailed } from '#backend/purchases/downloads/commands/record-copy-failed.js';
import { RecordCopyReady } from '#backend/purchases/downloads/commands/record-copy-ready.js';
import { ListUnmarkedCopies, type UnmarkedCopy } from '#backend/purchases/downloads/queries/list-unmarked-copies.js';
import { copyFileId } from '../pdf/stamp/file-id.js';
import type { Plan } from '../pdf/prepare/plan.js';
import { createShaper } from '../pdf/document/script-fonts.js';
import { compilePlan, writeTail } from '../pdf/stamp/tail.js';
import type { Job, JobContext } from '../job.js';
import { measuredStep } from '../runtime/measured-step.js';
import { MasterCache } from './master-cache.js';
import { OrphanCopies } from './orphan-copies.js';
import { shopDay } from './shop-day.js';

const PDF = 'application/pdf';

/**
 * Makes the buyer's copies of all files of a purchase. A copy consists of a master and a tail. The bytes and the storage key
 * of a copy depend only on the master and the purchase, so a retry writes the same bytes to the same key.
 */
@Injectable()
export class PersonaliseCopy implements Job<{ purchaseId: string }> {
  private readonly logger = new Logger('Marks');

  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly files: Files,
    private readonly masters: MasterCache,
    private readonly orphans: OrphanCopies,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ purchaseId }: { purchaseId: string }, { signal }: JobContext): Promise<void> {
    const copies = await this.queries.execute(new ListUnmarkedCopies(purchaseId));
    const failures: { copyId: string; error: unknown }[] = [];
    for (const copy of copies) {
      try {
        const attributes = { 'shop.copy_id': copy.copyId, 'shop.file_id': copy.fileId };
        await inSpan('personalise file', { attributes }, () =>
          measuredStep('personalise', () => this.makeCopy(purchaseId, copy, signal)),
        );
      } catch (error) {
        // The loop continues with the next copy. A retry of the job makes only the failed copies.
        failures.push({ copyId: copy.copyId, error });
        await this.commands.execute(new RecordCopyFailed(copy.copyId));
      }
    }
    if (failures.length > 0) {
      const reasons = failures.map(({ copyId, error }) => `${copyId}: ${(error as Error).message}`);
      throw new Error(reasons.join('; '), { cause: failures[0]!.error });
    }
    // No copy is missing: all are made, or the purchase was refunded. After a refund an orphan of an earlier attempt can
    // remain.
    if (copies.length === 0) await this.orphans.removeForPurchase(purchaseId);
  }

  private async makeCopy(purchaseId: string, copy: UnmarkedCopy, signal: AbortSignal): Promise<void> {
    const file = await this.queries.execute(new GetMaster(copy.fileId));
    if (file?.state !== 'ready') throw new Error(`file ${copy.fileId} is not ready to be marked`);
    const plan = this.masters.plan(file.fileId, () => compilePlan(file.plan as Plan));
    const forensicId = copyFileId(this.config.tokenSecret, purchaseId, file.fileId, file.masterSha256!);
    const { tail } = writeTail(plan, {
      email: copy.buyerEmail,
      orderNumber: copy.orderNumber,
      date: shopDay(copy.paidAt),
      fileId: forensicId,
      locale: copy.locale,
      title: copy.title,
      shaper: await createShaper(copy.buyerEmail, (font, err) =>
        this.logger.error({ font, err, copyId: copy.copyId }, 'font failed, characters written as code points'),
      ),
    });
    const objectKey = `copies/${purchaseId}/${forensicId}.pdf`;
    const { bytes } = await this.store(file, tail, objectKey, signal);
    const tailSha256 = createHash('sha256').update(tail).digest('hex');
    const stored = { objectKey, bytes, tailSha256, forensicId };
    const isRecorded = await this.commands.execute(new RecordCopyReady(copy.copyId, stored));
    if (!isRecorded) await this.files.remove(objectKey);
  }

  private async store(file: MasterFile, tail: Buffer, objectKey: string, signal: AbortSignal) {
    const source = { key: file.masterKey!, bytes: file.masterBytes!, etag: file.masterEtag! };
    if (source.bytes >= SMALLEST_PART) return this.files.joinInStorage(source, tail, objectKey, PDF, signal);
    const master = await this.masters.bytes(file.masterSha256!, () => this.files.get(source.key, signal));
    return this.files.put(objectKey, Buffer.concat([master, tail]), PDF, signal);
  }
}
