import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/answers.js';
import { Unlimited } from '../platform/http/limits.js';
import { Problem } from '../platform/problem.js';
import { Sql } from '../platform/sql.js';

class Health {
  @ApiProperty({ enum: ['ok'] }) status!: 'ok';
}

@ApiTags('shop')
@Controller('health')
export class HealthController {
  constructor(private readonly sql: Sql) {}

  /** Without PostgreSQL nothing can be answered; without the queue everything can, later. */
  @Get()
  @Unlimited()
  @Answers(200, Health)
  @Fails('503 UNAVAILABLE')
  @ApiOperation({ summary: 'Whether the shop works' })
  async getHealth(): Promise<Health> {
    try {
      await this.sql.rows('select 1');
    } catch {
      throw new Problem(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 1);
    }
    return { status: 'ok' };
  }
}
