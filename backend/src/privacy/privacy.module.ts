import { Module } from '@nestjs/common';
import { CancelErasureHandler } from './commands/cancel-erasure.js';
import { CloseExportsHandler } from './commands/close-exports.js';
import { ConfirmDeletionHandler } from './commands/confirm-deletion.js';
import { RecordConsentHandler } from './commands/record-consent.js';
import { RecordErasureStepHandler } from './commands/record-erasure-step.js';
import { RecordExportFailedHandler } from './commands/record-export-failed.js';
import { RecordExportReadyHandler } from './commands/record-export-ready.js';
import { RequestDeletionHandler } from './commands/request-deletion.js';
import { RequestExportHandler } from './commands/request-export.js';
import { StartDueErasuresHandler } from './commands/start-due-erasures.js';
import { StartExportHandler } from './commands/start-export.js';
import { UndoDeletionHandler } from './commands/undo-deletion.js';
import { Deletions } from './deletions.js';
import { GetConsentsHandler } from './queries/get-consents.js';
import { GetDeletionHandler } from './queries/get-deletion.js';
import { GetDeletionMailHandler } from './queries/get-deletion-mail.js';
import { GetErasureHandler } from './queries/get-erasure.js';
import { GetExportMailHandler } from './queries/get-export-mail.js';
import { GetExportStatusHandler } from './queries/get-export-status.js';
import { ListAuditLogHandler } from './queries/list-audit-log.js';
import { ListFinishedExportsHandler } from './queries/list-finished-exports.js';

@Module({
  providers: [
    Deletions,
    RecordConsentHandler,
    GetConsentsHandler,
    RequestExportHandler,
    StartExportHandler,
    RecordExportReadyHandler,
    RecordExportFailedHandler,
    CloseExportsHandler,
    GetExportStatusHandler,
    GetExportMailHandler,
    ListFinishedExportsHandler,
    RequestDeletionHandler,
    ConfirmDeletionHandler,
    UndoDeletionHandler,
    GetDeletionHandler,
    GetDeletionMailHandler,
    StartDueErasuresHandler,
    RecordErasureStepHandler,
    CancelErasureHandler,
    GetErasureHandler,
    ListAuditLogHandler,
  ],
})
export class PrivacyModule {}
