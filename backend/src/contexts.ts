import { MikroOrmModule } from '@mikro-orm/nestjs';
import { LoggerModule } from 'nestjs-pino';
import { AccountsModule } from './accounts/accounts.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { databaseOptions } from './database.js';
import { InsightsModule } from './insights/insights.module.js';
import { NewsletterModule } from './newsletter/newsletter.module.js';
import { OperationsModule } from './operations/operations.module.js';
import type { ConfigFor } from './platform/config/config.js';
import { loggerOptions } from './platform/telemetry/logging.js';
import { PlatformModule } from './platform/platform.module.js';
import { entitiesHere } from './platform/database/request-entities.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { PurchasesModule } from './purchases/purchases.module.js';
import { WishlistModule } from './wishlist/wishlist.module.js';

/**
 * Every context without its controllers; the API and the workers both stand on it. Controllers bring along what checks and
 * describes requests, a quarter of all modules that a worker would have to load when it starts.
 */
export function contexts(config: ConfigFor<'database' | 'queue'>) {
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
