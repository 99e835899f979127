import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AddVersion } from '#backend/purchases/downloads/commands/add-version.js';
import { KIND_NAMES } from '#backend/purchases/downloads/copy-name.js';
import { GetNewVersionMail } from '#backend/purchases/downloads/queries/get-new-version-mail.js';
import { action, greeting, paragraph } from '../mail/blocks.js';
import { type Block, mailContent } from '../mail/mail-content.js';
import { mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import type { Job, JobContext } from '../job.js';
import { PersonaliseCopy } from './personalise-copy.js';

interface NewVersionProps {
  patternTitle: string;
  /** The kind of the new file, e.g. `A0`. When it is undefined, the mail says that the pattern has a new version. */
  kindName?: string;
  /** The designer's changelog, which can be empty. */
  changelog: string;
  /** The download page of the purchase. */
  link: string;
  seller: Seller;
}

export const newVersion = mailTemplate('newVersion', (props: NewVersionProps, locale) => {
  const { patternTitle, kindName = '', changelog, link, seller } = props;
  const texts = mailTexts('newVersion', locale, seller, { patternTitle, kindName });
  const changes: Block[] = changelog ? [paragraph(texts.changes), { kind: 'quote', text: changelog }] : [];
  return mailContent(texts, [
    greeting(null, locale),
    paragraph(kindName ? texts.file : texts.pattern),
    ...changes,
    action(texts.action, link, locale),
    paragraph(texts.advice),
    paragraph(texts.reason),
  ]);
});

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
    await this.mails.send(newVersion, mail.locale, mail.buyerEmail, context.executionId, {
      patternTitle: mail.patternTitle,
      kindName: KIND_NAMES[mail.locale][mail.kind],
      changelog: mail.changelog,
      link: mail.downloadUrl,
    });
  }
}
