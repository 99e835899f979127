import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedIn, type Viewer } from '../../platform/http/viewer.js';
import { CheckPaymentNow } from '../payments/commands/check-payment-now.js';
import { GrantDownload } from '../downloads/commands/grant-download.js';
import { RenewLink } from '../downloads/commands/renew-link.js';
import { InvoiceList } from '../invoices/invoices.contract.js';
import {
  DownloadLink,
  DownloadRequest,
  PatternAccess,
  PurchaseList,
  PurchaseView,
  RecentDownloads,
  RecentDownloadsFilters,
} from '../purchases.contract.js';
import { GetDownloadAccess } from '../downloads/queries/get-download-access.js';
import { HasAccess } from './queries/has-access.js';
import { ListInvoices } from '../invoices/queries/list-invoices.js';
import { ListPurchases } from './queries/list-purchases.js';
import { ListRecentDownloads } from '../downloads/queries/list-recent-downloads.js';

@ApiTags('purchases')
@SignedIn()
@Controller()
export class PurchasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('users/purchases')
  @Answers(200, PurchaseList)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'List the own purchases' })
  async listPurchases(@Query() { lang }: LanguageChoice, @CurrentViewer() viewer: Viewer) {
    return { purchases: await this.queries.execute(new ListPurchases(viewer.id, lang ?? viewer.language)) };
  }

  @Get('users/purchases/:id/download')
  @Limit('download')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, PurchaseView)
  @Fails('400 VALIDATION_FAILED', '404 DOWNLOAD_NOT_FOUND')
  @ApiOperation({ summary: 'The downloads of an own purchase' })
  getPurchaseDownload(
    @Param('id', IdParam('DOWNLOAD_NOT_FOUND', 'Download')) id: string,
    @Query() { lang }: LanguageChoice,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.queries.execute(new GetDownloadAccess(id, viewer.id, lang ?? viewer.language));
  }

  @Post('users/purchases/:id/renew-link')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, PurchaseView)
  @Fails('400 VALIDATION_FAILED', '404 DOWNLOAD_NOT_FOUND', '409 PURCHASE_NOT_PAID', '429 RENEWAL_LIMIT')
  @ApiOperation({
    summary: 'Renew the link: its period and the downloads of each file start again; revokes the earlier link',
  })
  async renewLink(
    @Param('id', IdParam('DOWNLOAD_NOT_FOUND', 'Download')) id: string,
    @Query() { lang }: LanguageChoice,
    @CurrentViewer() viewer: Viewer,
  ) {
    await this.commands.execute(new RenewLink(id, viewer.id));
    return this.queries.execute(new GetDownloadAccess(id, viewer.id, lang ?? viewer.language));
  }

  @Get('users/purchases/:id/invoice')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, InvoiceList)
  @Fails('404 DOWNLOAD_NOT_FOUND', '409 INVOICE_NOT_READY')
  @ApiOperation({ summary: 'List the invoices of an own purchase' })
  listInvoices(
    @Param('id', IdParam('DOWNLOAD_NOT_FOUND', 'Purchase')) id: string,
    @CurrentViewer() viewer: Viewer,
  ): Promise<InvoiceList> {
    return this.queries.execute(new ListInvoices(id, viewer.id));
  }

  @Get('users/downloads/recent')
  @Answers(200, RecentDownloads)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'List the own latest downloads' })
  async listRecentDownloads(@Query() { limit, lang }: RecentDownloadsFilters, @CurrentViewer() viewer: Viewer) {
    return {
      downloads: await this.queries.execute(new ListRecentDownloads(viewer.id, limit ?? 10, lang ?? viewer.language)),
    };
  }

  @Get('users/patterns/:id/access')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, PatternAccess)
  @Fails('404 PATTERN_NOT_FOUND')
  @ApiOperation({ summary: 'Whether the own account has bought a pattern' })
  async getPatternAccess(
    @Param('id', IdParam('PATTERN_NOT_FOUND', 'Pattern')) id: string,
    @CurrentViewer() viewer: Viewer,
  ) {
    return { hasAccess: await this.queries.execute(new HasAccess(id, viewer.id)) };
  }

  @Get('downloads/:idOrToken')
  @ApiParam({ name: 'idOrToken', description: 'The id of a purchase or its download token' })
  @Answers(200, PurchaseView)
  @Fails('400 VALIDATION_FAILED', '404 DOWNLOAD_NOT_FOUND')
  @ApiOperation({ summary: 'The downloads of a purchase, by its id or its download token' })
  async getDownload(
    @Param('idOrToken') idOrToken: string,
    @Query() { lang }: LanguageChoice,
    @CurrentViewer() viewer: Viewer,
  ) {
    const access = await this.queries.execute(new GetDownloadAccess(idOrToken, viewer.id, lang ?? viewer.language));
    // The waiting download page polls this endpoint. The response does not wait for Stripe; a later one has the new state.
    if (access.status === 'pending') void this.commands.execute(new CheckPaymentNow(access.id));
    return access;
  }

  @Post('downloads/secure')
  @Limit('download')
  @Answers(200, DownloadLink)
  @Fails(
    '400 VALIDATION_FAILED',
    '403 DOWNLOAD_EXPIRED',
    '403 DOWNLOAD_LIMIT',
    '404 DOWNLOAD_NOT_FOUND',
    '409 COPY_NOT_READY',
  )
  @ApiOperation({
    summary:
      'Get a short-lived link to the personal file; counts as one download of the file; a repeat at once is not counted',
  })
  createDownloadLink(@Body() { token, file }: DownloadRequest, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new GrantDownload(token, file ?? null, viewer.id));
  }
}
