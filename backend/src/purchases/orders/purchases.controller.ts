import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
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
  @Endpoint('List the user’s purchases', 200, PurchaseList)
  @Fails('400 VALIDATION_FAILED')
  async listPurchases(@Query() { lang }: LanguageChoice, @CurrentViewer() viewer: Viewer) {
    return { purchases: await this.queries.execute(new ListPurchases(viewer.id, lang ?? viewer.language)) };
  }

  @Get('users/purchases/:id/download')
  @Limit('download')
  @Endpoint('The downloads of the user’s purchase', 200, PurchaseView)
  @Fails('400 VALIDATION_FAILED', '404 DOWNLOAD_NOT_FOUND')
  getPurchaseDownload(
    @IdParam('id', 'DOWNLOAD_NOT_FOUND', 'Download') id: string,
    @Query() { lang }: LanguageChoice,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.queries.execute(new GetDownloadAccess(id, viewer.id, lang ?? viewer.language));
  }

  @Post('users/purchases/:id/renew-link')
  @Endpoint(
    'Renew the download link: a new access period begins, the download counts return to zero, the old link is revoked',
    200,
    PurchaseView,
  )
  @Fails('400 VALIDATION_FAILED', '404 DOWNLOAD_NOT_FOUND', '409 PURCHASE_NOT_PAID', '429 RENEWAL_LIMIT')
  async renewLink(
    @IdParam('id', 'DOWNLOAD_NOT_FOUND', 'Download') id: string,
    @Query() { lang }: LanguageChoice,
    @CurrentViewer() viewer: Viewer,
  ) {
    await this.commands.execute(new RenewLink(id, viewer.id));
    return this.queries.execute(new GetDownloadAccess(id, viewer.id, lang ?? viewer.language));
  }

  @Get('users/purchases/:id/invoice')
  @Endpoint('List the invoices of the user’s purchase', 200, InvoiceList)
  @Fails('404 DOWNLOAD_NOT_FOUND', '409 INVOICE_NOT_READY')
  listInvoices(
    @IdParam('id', 'DOWNLOAD_NOT_FOUND', 'Purchase') id: string,
    @CurrentViewer() viewer: Viewer,
  ): Promise<InvoiceList> {
    return this.queries.execute(new ListInvoices(id, viewer.id));
  }

  @Get('users/downloads/recent')
  @Endpoint('List the user’s latest downloads', 200, RecentDownloads)
  @Fails('400 VALIDATION_FAILED')
  async listRecentDownloads(@Query() { limit, lang }: RecentDownloadsFilters, @CurrentViewer() viewer: Viewer) {
    return {
      downloads: await this.queries.execute(new ListRecentDownloads(viewer.id, limit ?? 10, lang ?? viewer.language)),
    };
  }

  @Get('users/patterns/:id/access')
  @Endpoint('Whether the user has bought a pattern', 200, PatternAccess)
  @Fails('404 PATTERN_NOT_FOUND')
  async getPatternAccess(@IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern') id: string, @CurrentViewer() viewer: Viewer) {
    return { hasAccess: await this.queries.execute(new HasAccess(id, viewer.id)) };
  }

  @Get('downloads/:idOrToken')
  @ApiParam({ name: 'idOrToken', description: 'The id of a purchase or its download token' })
  @Endpoint('The downloads of a purchase, by its id or its download token', 200, PurchaseView)
  @Fails('400 VALIDATION_FAILED', '404 DOWNLOAD_NOT_FOUND')
  async getDownload(
    @Param('idOrToken') idOrToken: string,
    @Query() { lang }: LanguageChoice,
    @CurrentViewer() viewer: Viewer,
  ) {
    const access = await this.queries.execute(new GetDownloadAccess(idOrToken, viewer.id, lang ?? viewer.language));
    // The download page polls this endpoint while it waits for the files. This response does not wait for Stripe; a later
    // response has the new state.
    if (access.status === 'pending') void this.commands.execute(new CheckPaymentNow(access.id));
    return access;
  }

  @Post('downloads/secure')
  @Limit('download')
  @Endpoint(
    'Get a short-lived link to the personal file; counts as one download of the file; a repeat within 30 seconds is not counted',
    200,
    DownloadLink,
  )
  @Fails(
    '400 VALIDATION_FAILED',
    '403 DOWNLOAD_EXPIRED',
    '403 DOWNLOAD_LIMIT',
    '404 DOWNLOAD_NOT_FOUND',
    '409 COPY_NOT_READY',
  )
  createDownloadLink(@Body() { token, file }: DownloadRequest, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new GrantDownload(token, file ?? null, viewer.id));
  }
}
