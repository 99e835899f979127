import { Module } from '@nestjs/common';
import { Deletions } from './deletions.js';
import * as handlers from './privacy.handlers.js';

@Module({
  providers: [...Object.values(handlers), Deletions],
})
export class PrivacyModule {}
