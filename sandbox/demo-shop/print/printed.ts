import type { ListingFacts, ListingText } from '../catalogue/listing.ts';
import type { Design } from '../drafting/designs.ts';

/** What goes on paper: the words, the facts and the drafting parameters of one pattern. */
export interface Printed {
  text: ListingText;
  fact: ListingFacts;
  design: Design;
}
