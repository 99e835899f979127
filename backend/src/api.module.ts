import { BullModule } from '@nestjs/bullmq';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import { AccountsModule } from './accounts/accounts.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { databaseOptions } from './database.js';
import { InsightsModule } from './insights/insights.module.js';
import { OperationsModule } from './operations/operations.module.js';
import type { Config } from './platform/config.js';
import { EnvelopeInterceptor } from './platform/http/envelope.interceptor.js';
import { LimitsGuard } from './platform/http/limits.guard.js';
import { LimitsInterceptor } from './platform/http/limits.interceptor.js';
import { Limits } from './platform/http/limits.service.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { loggerOptions } from './platform/logging.js';
import { QUEUES } from './platform/queue-names.js';
import { queuesOn } from './platform/queues.js';
import { PlatformModule } from './platform/platform.module.js';
import { entitiesHere } from './platform/request-entities.js';
import { NewsletterModule } from './newsletter/newsletter.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { PurchasesModule } from './purchases/purchases.module.js';
import { ShopModule } from './shop/shop.module.js';
import { WishlistModule } from './wishlist/wishlist.module.js';

/** Every context; the API and the workers both stand on it. */
export function contexts(config: Config) {
  return [
    LoggerModule.forRoot(loggerOptions(config)),
    MikroOrmModule.forRoot({ ...databaseOptions(config), context: entitiesHere, registerRequestContext: false }),
    PlatformModule.with(config),
    AccountsModule,
    CatalogueModule,
    PurchasesModule,
    WishlistModule,
    InsightsModule,
    PrivacyModule,
    NewsletterModule,
    OperationsModule,
  ];
}

/** The API only looks into the queues, for the dashboard; it never adds to them. */
const QUEUE_CONNECTIONS = 2;

@Module({})
export class ApiModule {
  static with(config: Config): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ...contexts(config),
        queuesOn(QUEUE_CONNECTIONS),
        BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
        ShopModule,
      ],
      providers: [
        Limits,
        { provide: APP_GUARD, useClass: LimitsGuard },
        { provide: APP_INTERCEPTOR, useClass: LimitsInterceptor },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    };
  }
}
