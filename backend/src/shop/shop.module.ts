import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { HealthController } from './health.controller.js';
import { HomeFigures } from './home-figures.js';
import { QueueSessionController } from './queue-session.controller.js';

/** What belongs to no context: the storefront's settings and the health of this process. */
@Module({ controllers: [ConfigController, HealthController, QueueSessionController], providers: [HomeFigures] })
export class ShopModule {}
