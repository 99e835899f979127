import { Module } from '@nestjs/common';
import * as handlers from './legal.handlers.js';

@Module({ providers: Object.values(handlers) })
export class LegalModule {}
