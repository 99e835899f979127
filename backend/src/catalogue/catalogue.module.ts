import { Module } from '@nestjs/common';
import { ApplySuspensionHandler } from './commands/apply-suspension.js';
import { ChangeDesignerHandler } from './commands/change-designer.js';
import { ChangePatternHandler } from './commands/change-pattern.js';
import { ConfirmFileHandler } from './commands/confirm-file.js';
import { CreatePatternHandler } from './commands/create-pattern.js';
import { ForgetLeftoverHandler } from './commands/forget-leftover.js';
import { HidePatternHandler } from './commands/hide-pattern.js';
import { PromiseNewVersionHandler } from './commands/promise-new-version.js';
import { PublishPatternHandler } from './commands/publish-pattern.js';
import { RecordFileStepHandler } from './commands/record-file-step.js';
import { RecordFileUploadedHandler } from './commands/record-file-uploaded.js';
import { RecordPicturePreparedHandler } from './commands/record-picture-prepared.js';
import { RecordPictureUploadedHandler } from './commands/record-picture-uploaded.js';
import { RefusePictureHandler } from './commands/refuse-picture.js';
import { RemovePictureHandler } from './commands/remove-picture.js';
import { RefuseResoldCopyHandler } from './commands/refuse-resold-copy.js';
import { ReportPatternHandler } from './commands/report-pattern.js';
import { RequestFileUploadHandler } from './commands/request-file-upload.js';
import { RequestPictureUploadHandler } from './commands/request-picture-upload.js';
import { ResolveReportHandler } from './commands/resolve-report.js';
import { RestorePatternHandler } from './commands/restore-pattern.js';
import { TakeOffSaleHandler } from './commands/take-off-sale.js';
import { WithdrawPatternHandler } from './commands/withdraw-pattern.js';
import { HandOverPatternsHandler } from './commands/hand-over-patterns.js';
import { RecordMasterPreparedHandler } from './commands/record-master-prepared.js';
import { RefuseMasterHandler } from './commands/refuse-master.js';
import { CatalogueChanges } from './catalogue-changes.js';
import { Moderation } from './moderation.js';
import { OwnPatterns } from './own-patterns.js';
import { PageAnchors } from './page-anchors.js';
import { GetDesignerHandler } from './queries/get-designer.js';
import { GetOwnDesignerHandler } from './queries/get-own-designer.js';
import { GetOwnFileHandler } from './queries/get-own-file.js';
import { GetOwnPatternHandler } from './queries/get-own-pattern.js';
import { GetOwnPictureHandler } from './queries/get-own-picture.js';
import { GetPictureHandler } from './queries/get-picture.js';
import { ListDesignersHandler } from './queries/list-designers.js';
import { ListLeftoversHandler } from './queries/list-leftovers.js';
import { ListOwnPatternsHandler } from './queries/list-own-patterns.js';
import { ListReportsHandler } from './queries/list-reports.js';
import { GetMasterHandler } from './queries/get-master.js';
import { GetOfferHandler } from './queries/get-offer.js';
import { GetPatternMetaHandler } from './queries/get-pattern-meta.js';
import { GetPatternHandler } from './queries/get-pattern.js';
import { GetSitemapHandler, GetSitemapPartHandler } from './queries/get-sitemap.js';
import { ListDesignerObjectsHandler } from './queries/list-designer-objects.js';
import { ListCardsHandler } from './queries/list-cards.js';
import { ListPatternsHandler } from './queries/list-patterns.js';
import { SearchPatternsHandler } from './queries/search-patterns.js';
import { SearchFrequencies } from './search-frequencies.js';
import { SearchTerms } from './search-terms.js';

@Module({
  providers: [
    OwnPatterns,
    Moderation,
    ApplySuspensionHandler,
    ChangeDesignerHandler,
    ChangePatternHandler,
    ConfirmFileHandler,
    CreatePatternHandler,
    ForgetLeftoverHandler,
    HidePatternHandler,
    PromiseNewVersionHandler,
    PublishPatternHandler,
    RecordFileStepHandler,
    RecordFileUploadedHandler,
    RecordPicturePreparedHandler,
    RecordPictureUploadedHandler,
    RefusePictureHandler,
    RemovePictureHandler,
    RefuseResoldCopyHandler,
    ReportPatternHandler,
    RequestFileUploadHandler,
    RequestPictureUploadHandler,
    ResolveReportHandler,
    RestorePatternHandler,
    WithdrawPatternHandler,
    GetDesignerHandler,
    GetOwnDesignerHandler,
    GetOwnFileHandler,
    GetOwnPatternHandler,
    GetOwnPictureHandler,
    GetPictureHandler,
    ListDesignersHandler,
    ListLeftoversHandler,
    ListOwnPatternsHandler,
    ListReportsHandler,
    RecordMasterPreparedHandler,
    RefuseMasterHandler,
    HandOverPatternsHandler,
    TakeOffSaleHandler,
    ListDesignerObjectsHandler,
    CatalogueChanges,
    PageAnchors,
    ListCardsHandler,
    ListPatternsHandler,
    SearchPatternsHandler,
    SearchTerms,
    SearchFrequencies,
    GetPatternMetaHandler,
    GetSitemapHandler,
    GetSitemapPartHandler,
    GetPatternHandler,
    GetOfferHandler,
    GetMasterHandler,
  ],
})
export class CatalogueModule {}
