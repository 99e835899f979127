import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ApiError, invalid } from '../../../platform/api-error.js';
import type { Config } from '../../../platform/config/config.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import { documentPages, ISSUED_IN_PERIOD, NOT_IN_EUROS, OSS_DOCUMENT } from '../book-documents.js';
import { DATEV_MAX_BOOKINGS, writeDatev } from '../datev.js';
import { writeJournal } from '../journal.js';
import { writeOss } from '../oss.js';
import { parsePeriod, type Period } from '../period.js';

export const BOOK_FORMATS = ['journal', 'datev', 'oss'] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

export interface BooksFile {
  name: string;
  /** With the encoding of the content. */
  contentType: string;
  content: AsyncIterable<Buffer>;
}

/**
 * A file with the documents of a period, for the tax adviser. Its content is read from the database while it is sent.
 * @throws {ApiError} 400 VALIDATION_FAILED for an invalid period, 409 DATEV_NOT_CONFIGURED, 409 TOO_MANY_BOOKINGS, 409
 * OTHER_CURRENCY (DATEV, OSS) when a document is not in euros
 */
export class ExportBooks extends Query<BooksFile> {
  constructor(
    readonly format: BookFormat,
    /** `2026`, `2026-Q4` or `2026-11`; a quarter for OSS. */
    readonly period: string,
  ) {
    super();
  }
}

@QueryHandler(ExportBooks)
export class ExportBooksHandler implements IQueryHandler<ExportBooks> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Pick<Config, 'books'>,
  ) {}

  execute({ format, period }: ExportBooks): Promise<BooksFile> {
    return this[format](parsePeriod(period));
  }

  private async journal(period: Period): Promise<BooksFile> {
    return {
      name: `Rechnungsjournal_${period.text}.csv`,
      contentType: 'text/csv; charset=utf-8',
      content: writeJournal(documentPages(this.sql, period)),
    };
  }

  private async datev(period: Period): Promise<BooksFile> {
    const { datev } = this.config.books;
    if (!datev.consultant || !datev.client) {
      const message = 'DATEV_CONSULTANT and DATEV_CLIENT are not set. The operator sets them to export for DATEV.';
      throw new ApiError(409, 'DATEV_NOT_CONFIGURED', message);
    }
    await this.refuseOtherCurrencies(ISSUED_IN_PERIOD, period);
    const { count } = (await this.sql.row<{ count: number }>(
      `select count(*)::int as count from invoices i where ${ISSUED_IN_PERIOD}`,
      [period.from, period.until],
    ))!;
    if (count > DATEV_MAX_BOOKINGS) {
      const message = `A file for DATEV has at most ${DATEV_MAX_BOOKINGS} bookings, and the period has ${count}. Choose a shorter period.`;
      throw new ApiError(409, 'TOO_MANY_BOOKINGS', message, [{ field: 'period', message }]);
    }
    return {
      name: `EXTF_Buchungsstapel_${period.text}.csv`,
      contentType: 'text/csv; charset=windows-1252',
      content: writeDatev(documentPages(this.sql, period), datev, period, new Date()),
    };
  }

  private async oss(period: Period): Promise<BooksFile> {
    if (!period.quarter) throw invalid('period', 'period must be a quarter for the OSS return, such as 2026-Q4');
    await this.refuseOtherCurrencies(
      `${OSS_DOCUMENT} and (${ISSUED_IN_PERIOD} or i.supplied_on >= $1 and i.supplied_on < $2)`,
      period,
    );
    const file = await writeOss(this.sql, period);
    return {
      name: `OSS_${period.text}.csv`,
      contentType: 'text/csv; charset=utf-8',
      content: (async function* () {
        yield file;
      })(),
    };
  }

  /** The shop has no exchange rates, so it cannot convert an amount. */
  private async refuseOtherCurrencies(condition: string, { from, until }: Period): Promise<void> {
    const other = await this.sql.row<{ number: string; currency: string }>(
      `select i.number, i.currency from invoices i where ${condition} and ${NOT_IN_EUROS} limit 1`,
      [from, until],
    );
    if (!other) return;
    const { number, currency } = other;
    throw new ApiError(
      409,
      'OTHER_CURRENCY',
      `Document ${number} is in ${currency}; the export needs amounts in euros.`,
    );
  }
}
