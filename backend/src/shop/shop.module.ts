import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { HealthController } from './health.controller.js';

/** What belongs to no context: the storefront's settings and the health of this process. */
@Module({ controllers: [ConfigController, HealthController] })
export class ShopModule {}
