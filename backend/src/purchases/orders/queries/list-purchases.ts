import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { PURCHASE_COLUMNS, PURCHASE_TABLES } from '../purchase-rows.js';
import { type PurchaseRow, purchaseView } from '../purchase-view.js';
import type { PurchaseView } from '../../purchases.contract.js';

/** A user's purchases, newest first, without cancelled orders. */
export class ListPurchases extends Query<PurchaseView[]> {
  constructor(
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListPurchases)
export class ListPurchasesHandler implements IQueryHandler<ListPurchases> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ userId, language }: ListPurchases): Promise<PurchaseView[]> {
    const rows = await this.sql.rows<PurchaseRow>(
      `select ${PURCHASE_COLUMNS} from ${PURCHASE_TABLES}
       where u.buyer_id = $2 and u.status <> 'cancelled' order by u.created_at desc`,
      [language, userId],
    );
    return rows.map((row) => purchaseView(row, language, this.config.tokenSecret));
  }
}
