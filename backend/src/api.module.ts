import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccountsHttpModule } from './accounts/accounts-http.module.js';
import { CatalogueHttpModule } from './catalogue/catalogue-http.module.js';
import { contexts } from './contexts.js';
import { InsightsHttpModule } from './insights/insights-http.module.js';
import { LegalHttpModule } from './legal/legal-http.module.js';
import { NewsletterHttpModule } from './newsletter/newsletter-http.module.js';
import { OperationsHttpModule } from './operations/operations-http.module.js';
import type { PROGRAM_NEEDS } from './platform/config/needs.js';
import type { ConfigFor } from './platform/config/config.js';
import { EnvelopeInterceptor } from './platform/http/envelope.interceptor.js';
import { LimitsGuard } from './platform/http/limits/limits.guard.js';
import { LimitsInterceptor } from './platform/http/limits/limits.interceptor.js';
import { Limits } from './platform/http/limits/limits.service.js';
import { ApiErrorFilter } from './platform/http/errors/api-error.filter.js';
import { QUEUES } from './platform/events/queue-names.js';
import { queuesOn } from './platform/events/queues.js';
import { PrivacyHttpModule } from './privacy/privacy-http.module.js';
import { PurchasesHttpModule } from './purchases/purchases-http.module.js';
import { ShopModule } from './shop/shop.module.js';
import { WishlistHttpModule } from './wishlist/wishlist-http.module.js';

/** The parts of the configuration that the API reads (platform/config/needs.ts). */
export type ApiConfig = ConfigFor<(typeof PROGRAM_NEEDS.api)[number]>;

/**
 * Maximum PostgreSQL connections for the queues. Two are enough, because the API adds no jobs and reads the queues only for
 * the dashboard.
 */
const QUEUE_CONNECTIONS = 2;

@Module({})
export class ApiModule {
  static with(config: ApiConfig): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ...contexts(config),
        AccountsHttpModule,
        CatalogueHttpModule,
        PurchasesHttpModule,
        WishlistHttpModule,
        InsightsHttpModule,
        LegalHttpModule,
        PrivacyHttpModule,
        NewsletterHttpModule,
        OperationsHttpModule,
        queuesOn(QUEUE_CONNECTIONS),
        BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
        ShopModule,
      ],
      providers: [
        Limits,
        { provide: APP_GUARD, useClass: LimitsGuard },
        { provide: APP_INTERCEPTOR, useClass: LimitsInterceptor },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_FILTER, useClass: ApiErrorFilter },
      ],
    };
  }
}
