import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { validate } from 'uuid';
import type { Config } from '../../../platform/config/config.js';
import { hashToken } from '../../../platform/derived-token.js';
import type { Language } from '../../../platform/language.js';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { PURCHASE_COLUMNS, PURCHASE_TABLES } from '../../orders/purchase-rows.js';
import { type PurchaseRow, purchaseView } from '../../orders/purchase-view.js';
import type { PurchaseView } from '../../purchases.contract.js';

/** One purchase by its id or download token. @throws {ApiError} 404 DOWNLOAD_NOT_FOUND, also for another user's purchase */
export class GetDownloadAccess extends Query<PurchaseView> {
  constructor(
    readonly idOrToken: string,
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetDownloadAccess)
export class GetDownloadAccessHandler implements IQueryHandler<GetDownloadAccess> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ idOrToken, userId, language }: GetDownloadAccess): Promise<PurchaseView> {
    const [column, key] = validate(idOrToken) ? ['u.id', idOrToken] : ['u.access_token_hash', hashToken(idOrToken)];
    const row = await this.sql.row<PurchaseRow>(
      `select ${PURCHASE_COLUMNS} from ${PURCHASE_TABLES} where ${column} = $2 and u.buyer_id = $3`,
      [language, key, userId],
    );
    if (!row) throw notFound('DOWNLOAD_NOT_FOUND', 'Download');
    return purchaseView(row, language, this.config.tokenSecret);
  }
}
