import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AddVersion } from '#backend/purchases/downloads/commands/add-version.js';
import { KIND_NAMES } from '#backend/purchases/downloads/copy-name.js';
import { GetNewVersionMail } from '#backend/purchases/downloads/queries/get-new-version-mail.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';
import { PersonaliseCopy } from './personalise-copy.js';

/** Makes the buyer's copy of a new version, then mails the buyer. */
@Injectable()
export class SendNewVersion implements Job<{ fileId: string; purchaseId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly copies: PersonaliseCopy,
    private readonly mails: MailService,
  ) {}

  async run({ fileId, purchaseId }: { fileId: string; purchaseId: string }, context: JobContext): Promise<void> {
    await this.commands.execute(new AddVersion(purchaseId, fileId));
    await this.copies.run({ purchaseId }, context);
    const mail = await this.queries.execute(new GetNewVersionMail(purchaseId, fileId));
    if (!mail) return;
    await this.mails.send('newVersion', mail.locale, mail.buyerEmail, context.executionId, {
      patternTitle: mail.patternTitle,
      kindName: KIND_NAMES[mail.locale][mail.kind],
      changelog: mail.changelog,
      link: mail.downloadUrl,
    });
  }
}
