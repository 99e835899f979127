import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.js';
import { ViewsController } from './views.controller.js';

@Module({ controllers: [ViewsController, DashboardController] })
export class InsightsHttpModule {}
