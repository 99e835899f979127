import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { HealthController } from './health.controller.js';
import { HomeFigures } from './home-figures.js';
import { QueueSessionController } from './queue-session.controller.js';

/** Endpoints that belong to no context: the storefront's settings, the health check and the queue dashboard. */
@Module({ controllers: [ConfigController, HealthController, QueueSessionController], providers: [HomeFigures] })
export class ShopModule {}
