import type { ListingFacts, ListingText } from '../catalogue/listing.js';
import type { Design } from '../drafting/designs.js';

/** What goes on paper: the words, the facts and the drafting parameters of one pattern. */
export interface Printed {
  text: ListingText;
  fact: ListingFacts;
  design: Design;
}
