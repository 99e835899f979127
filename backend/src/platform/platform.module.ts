import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { CommonConfig } from './config/config.js';
import { Audit } from './audit.js';
import { DatabaseMetrics } from './database/database-metrics.js';
import { Files } from './storage/files.js';
import { Outbox } from './events/outbox.js';
import { ProbeSql } from './database/probe-sql.js';
import { Readiness } from './process/readiness.js';
import { Sql } from './database/sql.js';
import { Telemetry } from './telemetry/telemetry.js';
import { CONFIG } from './tokens.js';
import { UnprovenMail } from './mail/unproven-mail.js';

/** Providers that every context can use. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: CommonConfig): DynamicModule {
    return {
      module: PlatformModule,
      imports: [CqrsModule.forRoot()],
      providers: [
        { provide: CONFIG, useValue: config },
        Outbox,
        Audit,
        UnprovenMail,
        Sql,
        Files,
        Telemetry,
        ProbeSql,
        Readiness,
        DatabaseMetrics,
      ],
      exports: [CONFIG, Outbox, Audit, UnprovenMail, Sql, Files, ProbeSql, Readiness, CqrsModule],
    };
  }
}
