import type { ListingMetadata, ListingText } from '../catalogue/listing.ts';
import type { Design } from '../drafting/designs.ts';

/** The data from which the PDFs of a pattern are drawn: texts, metadata and drafting parameters. */
export interface PrintInput {
  text: ListingText;
  metadata: ListingMetadata;
  design: Design;
}
