import { Module } from '@nestjs/common';
import { PurgeViewsHandler } from './commands/purge-views.js';
import { RecordViewHandler } from './commands/record-view.js';
import { RollUpViewsHandler } from './commands/roll-up-views.js';
import { GetDashboardHandler } from './queries/get-dashboard.js';
import { GetShopFiguresHandler } from './queries/get-shop-figures.js';
import { ViewIntake } from './view-intake.js';

@Module({
  providers: [
    ViewIntake,
    RecordViewHandler,
    RollUpViewsHandler,
    PurgeViewsHandler,
    GetDashboardHandler,
    GetShopFiguresHandler,
  ],
})
export class InsightsModule {}
