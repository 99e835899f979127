import { Module } from '@nestjs/common';
import { HealthChecks } from './health-checks.js';
import * as handlers from './operations.handlers.js';

@Module({
  providers: [...Object.values(handlers), HealthChecks],
})
export class OperationsModule {}
