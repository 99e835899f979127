import type { ListingMetadata, ListingText } from '../catalogue/listing.ts';
import type { Design } from '../drafting/designs.ts';

/** The input of the PDFs: texts, metadata and drafting parameters of a pattern. */
export interface Printed {
  text: ListingText;
  metadata: ListingMetadata;
  design: Design;
}
