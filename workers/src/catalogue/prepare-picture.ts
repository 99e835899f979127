import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import { RecordPicturePrepared } from '#backend/catalogue/files/commands/record-picture-prepared.js';
import { RefusePicture } from '#backend/catalogue/files/commands/refuse-picture.js';
import { GetPicture } from '#backend/catalogue/files/queries/get-picture.js';
import type { Config } from '#backend/platform/config/config.js';
import { Files } from '#backend/platform/storage/files.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { PictureRefused } from '../pictures/picture-refused.js';
import { reEncodeImage } from '../pictures/re-encode-image.js';
import type { Job, JobContext } from '../job.js';
import { decodingOptions, hasKilledTooManyWorkers } from './decoding-options.js';

/** Re-encodes an uploaded picture and deletes the original, which is never served. */
@Injectable()
export class PreparePicture implements Job<{ pictureId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly files: Files,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ pictureId }: { pictureId: string }, context: JobContext): Promise<void> {
    const picture = await this.queries.execute(new GetPicture(pictureId));
    if (!picture) return;
    if (picture.state === 'uploaded') await this.prepare(pictureId, picture.sourceKey, context);
    await this.files.remove(picture.sourceKey);
  }

  private async prepare(pictureId: string, sourceKey: string, context: JobContext): Promise<void> {
    const { signal } = context;
    try {
      if (hasKilledTooManyWorkers(context)) throw new PictureRefused('TOO_COMPLEX');
      const encoded = await reEncodeImage(
        await this.files.get(sourceKey, signal),
        decodingOptions(this.config, context),
      );
      const name = `${pictureId}-${createHash('sha256').update(encoded).digest('hex').slice(0, 10)}.webp`;
      await this.files.put(`media/${name}`, encoded, 'image/webp', signal);
      await this.commands.execute(new RecordPicturePrepared(pictureId, `/media/${name}`));
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      await this.commands.execute(new RefusePicture(pictureId, error.code));
    }
  }
}
