import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { BlankIsMissing } from '../../platform/http/blank-is-missing.js';
import { Choice } from '../../platform/http/choice.js';
import { PERIOD, PERIOD_MESSAGE } from './period.js';
import { BOOK_FORMATS, type BookFormat } from './queries/export-books.js';

export class BooksRequest {
  @Choice(BOOK_FORMATS, {
    description: 'Journal of all documents, DATEV booking batch, or OSS return',
    default: 'journal',
    message: `format must be one of ${BOOK_FORMATS.join(', ')}`,
  })
  format?: BookFormat;

  @ApiPropertyOptional({
    example: '2026-Q4',
    pattern: PERIOD.source,
    description: 'A year, a quarter or a month; this year by default. The OSS return needs a quarter',
  })
  @BlankIsMissing()
  @IsOptional()
  @Matches(PERIOD, { message: PERIOD_MESSAGE })
  period?: string;
}
