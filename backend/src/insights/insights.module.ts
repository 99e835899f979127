import { Module } from '@nestjs/common';
import { RecordViewHandler } from './commands/record-view.js';
import { RollUpViewsHandler } from './commands/roll-up-views.js';
import { ViewsController } from './views.controller.js';

@Module({ controllers: [ViewsController], providers: [RecordViewHandler, RollUpViewsHandler] })
export class InsightsModule {}
