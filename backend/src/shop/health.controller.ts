import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { Unlimited } from '../platform/http/limits/limits.js';
import { ApiError } from '../platform/api-error.js';
import { Sql } from '../platform/database/sql.js';

class Health {
  @ApiProperty({ enum: ['ok'] }) status!: 'ok';
}

@ApiTags('shop')
@Controller('health')
export class HealthController {
  constructor(private readonly sql: Sql) {}

  /** Checks only PostgreSQL: while the queue is unavailable, the API works and the jobs wait. */
  @Get()
  @Unlimited()
  @Endpoint('Whether the API and its database work', 200, Health)
  @Fails('503 UNAVAILABLE')
  async getHealth(): Promise<Health> {
    try {
      await this.sql.rows('select 1');
    } catch {
      throw new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 1);
    }
    return { status: 'ok' };
  }
}
