import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { downloadToken } from '../download-token.js';
import { downloadPage } from '../mail-links.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';
import type { FileKind } from '../../../platform/shop-rules.js';

/**
 * The contents of the mail about a new version; null when the copy of the new version is not ready. It is also null for a free
 * order to an address that was unproven at the order (`mails` is not `all`), even if its owner has an account with a proven
 * mailbox: a stranger can have placed the order, and the designer chooses the text of the mail.
 */
export class GetNewVersionMail extends Query<NewVersionMail | null> {
  constructor(
    readonly purchaseId: string,
    readonly fileId: string,
  ) {
    super();
  }
}

export interface NewVersionMail {
  patternTitle: string;
  kind: FileKind;
  changelog: string;
  buyerEmail: string;
  locale: Language;
  downloadUrl: string;
}

interface Row extends Omit<NewVersionMail, 'downloadUrl'>, Record<string, unknown> {
  serial: number;
}

@QueryHandler(GetNewVersionMail)
export class GetNewVersionMailHandler implements IQueryHandler<GetNewVersionMail> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ purchaseId, fileId }: GetNewVersionMail): Promise<NewVersionMail | null> {
    const row = await this.sql.row<Row>(
      `select ${patternTitle('u.locale')} as "patternTitle",
              f.kind, coalesce(f.changelog, '') as changelog, u.buyer_email as "buyerEmail", u.locale,
              u.access_serial as serial
       from purchases u join patterns p on p.id = u.pattern_id
       join copies c on c.purchase_id = u.id and c.file_id = $2 and c.state = 'ready'
       join pattern_files f on f.id = c.file_id
       where u.id = $1 and u.status = 'paid' and u.mails = 'all'`,
      [purchaseId, fileId],
    );
    if (!row) return null;
    const { serial, ...mail } = row;
    const token = downloadToken(this.config.tokenSecret, purchaseId, serial);
    return { ...mail, downloadUrl: downloadPage(this.config.publicUrl, mail.locale, token) };
  }
}
