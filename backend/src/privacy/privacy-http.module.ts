import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';
import { ConsentController } from './consent.controller.js';
import { DeletionController } from './deletion.controller.js';
import { ExportsController } from './exports.controller.js';

@Module({
  controllers: [ConsentController, ExportsController, DeletionController, AuditLogController],
})
export class PrivacyHttpModule {}
