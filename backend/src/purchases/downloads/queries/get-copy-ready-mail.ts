import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { downloadToken } from '../download-token.js';
import { copyName } from '../copy-name.js';
import { downloadPage } from '../mail-links.js';
import { DELIVERABLE } from '../../orders/purchase-rows.js';
import { kindOrder, patternTitle } from '../../../platform/database/shop-columns.js';
import type { FileKind } from '../../../platform/shop-rules.js';

/** The contents of the mail about finished copies; null when the access has ended or the purchase gets no such mail. */
export class GetCopyReadyMail extends Query<CopyReadyMail | null> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

export interface CopyReadyMail {
  orderNumber: string;
  patternTitle: string;
  files: string[];
  buyerEmail: string;
  /** Whether the purchase was made without an account. */
  guest: boolean;
  locale: Language;
  expiresAt: Date;
  /** False while the buyer cannot download, because the confirmation of the order has not been sent yet. */
  deliverable: boolean;
  downloadUrl: string;
}

interface Row extends Omit<CopyReadyMail, 'files' | 'downloadUrl'>, Record<string, unknown> {
  kinds: FileKind[];
  serial: number;
}

@QueryHandler(GetCopyReadyMail)
export class GetCopyReadyMailHandler implements IQueryHandler<GetCopyReadyMail> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ purchaseId }: GetCopyReadyMail): Promise<CopyReadyMail | null> {
    const row = await this.sql.row<Row>(
      `select u.order_number as "orderNumber",
              ${patternTitle('u.locale')} as "patternTitle",
              array(select f.kind from copies c join pattern_files f on f.id = c.file_id where c.purchase_id = u.id
                    group by f.kind order by ${kindOrder('f.kind')}) as kinds,
              u.buyer_email as "buyerEmail", u.buyer_id is null as guest, u.locale, u.access_expires_at as "expiresAt",
              ${DELIVERABLE} as deliverable, u.access_serial as serial
       from purchases u join patterns p on p.id = u.pattern_id
       where u.id = $1 and u.status = 'paid' and u.access_expires_at > now() and u.buyer_erased_at is null and u.mails = 'all'`,
      [purchaseId],
    );
    if (!row) return null;
    const { serial, kinds, ...mail } = row;
    const token = downloadToken(this.config.tokenSecret, purchaseId, serial);
    const files = kinds.map((kind) => copyName(mail.patternTitle, kind, mail.locale));
    return { ...mail, files, downloadUrl: downloadPage(this.config.publicUrl, mail.locale, token) };
  }
}
