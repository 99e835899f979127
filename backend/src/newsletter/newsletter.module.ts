import { Module } from '@nestjs/common';
import * as handlers from './newsletter.handlers.js';

@Module({
  providers: Object.values(handlers),
})
export class NewsletterModule {}
