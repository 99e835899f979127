import { Module } from '@nestjs/common';
import { DecisionsController } from './moderation/decisions.controller.js';
import { DesignersController } from './designers/designers.controller.js';
import { MediaController } from './files/media.controller.js';
import { MetaController } from './patterns/meta.controller.js';
import { ModerationController } from './moderation/moderation.controller.js';
import { PatternFilesController } from './files/pattern-files.controller.js';
import { PatternPicturesController } from './files/pattern-pictures.controller.js';
import { PatternsController } from './patterns/patterns.controller.js';
import { ReportsController } from './moderation/reports.controller.js';
import { SellingController } from './patterns/selling.controller.js';
import { SitemapController } from './patterns/sitemap.controller.js';

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
    DecisionsController,
  ],
})
export class CatalogueHttpModule {}
