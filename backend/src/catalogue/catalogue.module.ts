import { Module } from '@nestjs/common';
import { ApplySuspensionHandler } from './moderation/commands/apply-suspension.js';
import { ChangeDesignerHandler } from './designers/commands/change-designer.js';
import { ChangePatternHandler } from './patterns/commands/change-pattern.js';
import { ConfirmFileHandler } from './files/commands/confirm-file.js';
import { CreatePatternHandler } from './patterns/commands/create-pattern.js';
import { PurgeLeftoverHandler } from './files/commands/purge-leftover.js';
import { HidePatternHandler } from './moderation/commands/hide-pattern.js';
import { FanOutNewVersionHandler } from './files/commands/fan-out-new-version.js';
import { PublishPatternHandler } from './patterns/commands/publish-pattern.js';
import { RecordFileStepHandler } from './files/commands/record-file-step.js';
import { RecordFileUploadedHandler } from './files/commands/record-file-uploaded.js';
import { RecordPicturePreparedHandler } from './files/commands/record-picture-prepared.js';
import { RecordPictureUploadedHandler } from './files/commands/record-picture-uploaded.js';
import { RefusePictureHandler } from './files/commands/refuse-picture.js';
import { RemovePictureHandler } from './files/commands/remove-picture.js';
import { RefuseResoldCopyHandler } from './files/commands/refuse-resold-copy.js';
import { ReportPatternHandler } from './moderation/commands/report-pattern.js';
import { RequestFileUploadHandler } from './files/commands/request-file-upload.js';
import { RequestPictureUploadHandler } from './files/commands/request-picture-upload.js';
import { ResolveReportHandler } from './moderation/commands/resolve-report.js';
import { RestorePatternHandler } from './moderation/commands/restore-pattern.js';
import { UnpublishAllHandler } from './patterns/commands/unpublish-all.js';
import { UnpublishPatternHandler } from './patterns/commands/unpublish-pattern.js';
import { AnonymiseDesignerHandler } from './designers/commands/anonymise-designer.js';
import { RecordMasterPreparedHandler } from './files/commands/record-master-prepared.js';
import { RefuseMasterHandler } from './files/commands/refuse-master.js';
import { CatalogueChanges } from './catalogue-changes.js';
import { Moderation } from './moderation/moderation.js';
import { OwnPatterns } from './patterns/own-patterns.js';
import { PageAnchors } from './patterns/page-anchors.js';
import { GetDesignerHandler } from './designers/queries/get-designer.js';
import { GetOwnDesignerHandler } from './designers/queries/get-own-designer.js';
import { GetOwnFileHandler } from './files/queries/get-own-file.js';
import { GetOwnPatternHandler } from './patterns/queries/get-own-pattern.js';
import { GetOwnPictureHandler } from './files/queries/get-own-picture.js';
import { GetPictureHandler } from './files/queries/get-picture.js';
import { ListDesignersHandler } from './designers/queries/list-designers.js';
import { ListLeftoversHandler } from './files/queries/list-leftovers.js';
import { ListOwnPatternsHandler } from './patterns/queries/list-own-patterns.js';
import { ListReportsHandler } from './moderation/queries/list-reports.js';
import { GetMasterHandler } from './files/queries/get-master.js';
import { GetOfferHandler } from './patterns/queries/get-offer.js';
import { GetPatternMetaHandler } from './patterns/queries/get-pattern-meta.js';
import { GetPatternHandler } from './patterns/queries/get-pattern.js';
import { GetSitemapHandler, GetSitemapPartHandler } from './patterns/queries/get-sitemap.js';
import { ListDesignerObjectsHandler } from './designers/queries/list-designer-objects.js';
import { ListCardsHandler } from './patterns/queries/list-cards.js';
import { ListPatternsHandler } from './patterns/queries/list-patterns.js';
import { SearchPatternsHandler } from './search/queries/search-patterns.js';
import { SearchFrequencies } from './search/search-frequencies.js';
import { SearchTerms } from './search/search-terms.js';

@Module({
  providers: [
    OwnPatterns,
    Moderation,
    ApplySuspensionHandler,
    ChangeDesignerHandler,
    ChangePatternHandler,
    ConfirmFileHandler,
    CreatePatternHandler,
    PurgeLeftoverHandler,
    HidePatternHandler,
    FanOutNewVersionHandler,
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
    UnpublishPatternHandler,
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
    AnonymiseDesignerHandler,
    UnpublishAllHandler,
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
