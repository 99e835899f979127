import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Readable } from 'node:stream';
import { Fails } from '../../platform/http/cache/responses.js';
import { WithoutEnvelope } from '../../platform/http/envelope.interceptor.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { SignedInAdmin } from '../../platform/http/viewer.js';
import { BooksRequest } from './books.contract.js';
import { ExportBooks } from './queries/export-books.js';

/** The year in Germany. */
const thisYear = () => new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' }).format(new Date());

@ApiTags('admin')
@SignedInAdmin()
@Controller('admin/books')
export class BooksController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Limit('admin')
  @WithoutEnvelope()
  @ApiOperation({ summary: 'Documents of a period, for the tax adviser' })
  @ApiOkResponse({
    description: 'A CSV file; the header Content-Disposition has its name',
    content: {
      'text/csv': { schema: { type: 'string', format: 'binary' }, example: 'Belegnummer;Belegart;Belegdatum' },
    },
  })
  @Fails(
    '400 VALIDATION_FAILED',
    '409 DATEV_NOT_CONFIGURED',
    '409 OTHER_CURRENCY',
    '409 TOO_MANY_BOOKINGS',
    '429 TOO_MANY_REQUESTS',
  )
  async exportBooks(@Query() { format = 'journal', period = thisYear() }: BooksRequest): Promise<StreamableFile> {
    const { name, contentType, content } = await this.queries.execute(new ExportBooks(format, period));
    return new StreamableFile(Readable.from(content), {
      type: contentType,
      disposition: `attachment; filename="${name}"`,
    });
  }
}
