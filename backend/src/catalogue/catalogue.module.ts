import { Module } from '@nestjs/common';
import { CatalogueChanges } from './catalogue-changes.js';
import { Moderation } from './moderation/moderation.js';
import { OwnPatterns } from './patterns/own-patterns.js';
import { PageAnchors } from './patterns/page-anchors.js';
import { SearchFrequencies } from './search/search-frequencies.js';
import { SearchTerms } from './search/search-terms.js';
import * as handlers from './catalogue.handlers.js';

@Module({
  providers: [
    ...Object.values(handlers),
    OwnPatterns,
    Moderation,
    CatalogueChanges,
    PageAnchors,
    SearchTerms,
    SearchFrequencies,
  ],
})
export class CatalogueModule {}
