import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import { hashToken } from '../../../platform/derived-token.js';
import { Files, LINK_SECONDS } from '../../../platform/storage/files.js';
import type { Language } from '../../../platform/language.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { copyName } from '../copy-name.js';
import { DownloadGrants, downloadExpired } from '../download-grants.js';
import { REFUND_REQUESTED, DELIVERABLE } from '../../orders/purchase-rows.js';
import type { DownloadLink } from '../../purchases.contract.js';
import { kindOrder, patternTitle } from '../../../platform/database/shop-columns.js';
import type { FileKind } from '../../../platform/shop-rules.js';

/**
 * Grants the buyer one download of one copy. Without a copy id, the handler takes the first copy of the purchase (A4 before
 * the other kinds, as in the lists), even if that copy has reached its download limit.
 * @throws {ApiError} 404 DOWNLOAD_NOT_FOUND for an unknown token, for the token of another user's purchase and for a copy of
 * another purchase, 409 COPY_NOT_READY, 403 DOWNLOAD_EXPIRED, 403 DOWNLOAD_LIMIT
 */
export class GrantDownload extends Command<DownloadLink> {
  constructor(
    readonly token: string,
    readonly copyId: string | null,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(GrantDownload)
export class GrantDownloadHandler implements ICommandHandler<GrantDownload> {
  constructor(
    private readonly grants: DownloadGrants,
    private readonly files: Files,
    private readonly sql: Sql,
    @Inject(CONFIG) readonly config: Config,
  ) {}

  async execute({ token, copyId, userId }: GrantDownload): Promise<DownloadLink> {
    const found = await this.sql.row<Downloadable>(FIND, [hashToken(token), userId, copyId]);
    if (!found) throw notFound('DOWNLOAD_NOT_FOUND', 'Download');
    if (found.expired) throw downloadExpired('DOWNLOAD_EXPIRED');
    if (!found.deliverable)
      throw new ApiError(409, 'COPY_NOT_READY', 'Your copy is not ready yet. Please try again shortly.');
    const grant = await this.grants.take(found.copyId, userId);
    const fileName = copyName(found.patternTitle, found.kind, found.locale);
    const downloadUrl = await this.files.presignDownload(grant.objectKey, fileName, LINK_SECONDS);
    return {
      downloadUrl,
      expiresIn: LINK_SECONDS,
      fileName,
      bytes: grant.bytes,
      downloadCount: grant.count,
    };
  }
}

interface Downloadable {
  copyId: string;
  patternTitle: string;
  kind: FileKind;
  locale: Language;
  expired: boolean;
  deliverable: boolean;
}

const FIND = `
select c.id as "copyId", ${patternTitle('u.locale')} as "patternTitle",
       f.kind, u.locale,
       (u.status <> 'paid' or u.access_expires_at <= now() or ${REFUND_REQUESTED}) as expired,
       (c.state = 'ready' and ${DELIVERABLE}) as deliverable
from purchases u
join copies c on c.purchase_id = u.id
join pattern_files f on f.id = c.file_id
join patterns p on p.id = u.pattern_id
where u.access_token_hash = $1 and u.buyer_id = $2 and ($3::uuid is null or c.id = $3)
order by ${kindOrder('f.kind')},
  c.state = 'ready' desc, f.version desc limit 1`;
