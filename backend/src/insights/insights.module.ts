import { Module } from '@nestjs/common';
import { ViewIntake } from './view-intake.js';
import * as handlers from './insights.handlers.js';

@Module({
  providers: [...Object.values(handlers), ViewIntake],
})
export class InsightsModule {}
