import { Module } from '@nestjs/common';
import { RecordMasterPreparedHandler } from './commands/record-master-prepared.js';
import { RefuseMasterHandler } from './commands/refuse-master.js';
import { MediaController } from './media.controller.js';
import { PatternsController } from './patterns.controller.js';
import { GetMasterHandler } from './queries/get-master.js';
import { GetOfferHandler } from './queries/get-offer.js';
import { GetPatternHandler } from './queries/get-pattern.js';
import { SearchPatternsHandler } from './queries/search-patterns.js';

@Module({
  controllers: [PatternsController, MediaController],
  providers: [
    RecordMasterPreparedHandler,
    RefuseMasterHandler,
    SearchPatternsHandler,
    GetPatternHandler,
    GetOfferHandler,
    GetMasterHandler,
  ],
})
export class CatalogueModule {}
