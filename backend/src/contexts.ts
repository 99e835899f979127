import { MikroOrmModule } from '@mikro-orm/nestjs';
import { LoggerModule } from 'nestjs-pino';
import { AccountsModule } from './accounts/accounts.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { databaseOptions } from './database.js';
import { InsightsModule } from './insights/insights.module.js';
import { LegalModule } from './legal/legal.module.js';
import { NewsletterModule } from './newsletter/newsletter.module.js';
import { OperationsModule } from './operations/operations.module.js';
import type { ConfigFor } from './platform/config/config.js';
import { loggerOptions } from './platform/telemetry/logging.js';
import { PlatformModule } from './platform/platform.module.js';
import { currentEntityManager } from './platform/database/request-entities.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { PurchasesModule } from './purchases/purchases.module.js';
import { WishlistModule } from './wishlist/wishlist.module.js';

/**
 * All contexts without their controllers, shared by the API and the workers. Without controllers the workers start
 * faster: validation and OpenAPI, which only controllers import, are a quarter of all modules.
 */
export function contexts(config: ConfigFor<'database' | 'queue'>) {
  return [
    LoggerModule.forRoot(loggerOptions(config)),
    MikroOrmModule.forRoot({
      ...databaseOptions(config),
      context: currentEntityManager,
      registerRequestContext: false,
    }),
    PlatformModule.with(config),
    AccountsModule,
    CatalogueModule,
    PurchasesModule,
    WishlistModule,
    InsightsModule,
    LegalModule,
    PrivacyModule,
    NewsletterModule,
    OperationsModule,
  ];
}
