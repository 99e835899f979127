import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';
import { OperationsController } from './operations.controller.js';

@Module({ controllers: [OperationsController, EventsController] })
export class OperationsHttpModule {}
