import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config } from './config.js';
import { Audit } from './audit.js';
import { Files } from './files.js';
import { Outbox } from './outbox.js';
import { Sql } from './sql.js';
import { CONFIG } from './tokens.js';

/** What every context may use: configuration, message buses, outbox, files, plain SQL. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: Config): DynamicModule {
    return {
      module: PlatformModule,
      imports: [CqrsModule.forRoot()],
      providers: [{ provide: CONFIG, useValue: config }, Outbox, Audit, Sql, Files],
      exports: [CONFIG, Outbox, Audit, Sql, Files, CqrsModule],
    };
  }
}
