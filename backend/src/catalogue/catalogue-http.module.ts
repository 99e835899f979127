import { Module } from '@nestjs/common';
import { DesignersController } from './designers.controller.js';
import { MediaController } from './media.controller.js';
import { MetaController } from './meta.controller.js';
import { ModerationController } from './moderation.controller.js';
import { PatternFilesController } from './pattern-files.controller.js';
import { PatternPicturesController } from './pattern-pictures.controller.js';
import { PatternsController } from './patterns.controller.js';
import { ReportsController } from './reports.controller.js';
import { SellingController } from './selling.controller.js';
import { SitemapController } from './sitemap.controller.js';

@Module({
  controllers: [
    PatternsController,
    MediaController,
    MetaController,
    SitemapController,
    DesignersController,
    SellingController,
    PatternFilesController,
    PatternPicturesController,
    ReportsController,
    ModerationController,
  ],
})
export class CatalogueHttpModule {}
