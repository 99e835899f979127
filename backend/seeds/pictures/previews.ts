import type { ListingFacts } from '../catalogue/listing.js';
import type { Design } from '../drafting/designs.js';
import { sampleSize } from '../drafting/size-ranges.js';
import { detailPicture } from './detail-picture.js';
import { fabricPicture } from './fabric-picture.js';
import { fabricOf, grounds } from './fabrics.js';
import { flatPicture } from './flat-picture.js';

/** The pictures of a pattern: technical drawing, pieces on the fabric, a detail. */
export function previews(key: string, design: Design, fact: ListingFacts): string[] {
  const [size, fabric, ground] = [sampleSize(fact.range), fabricOf(key), grounds[fact.category]!];
  return [
    flatPicture(design, size, fabric, ground),
    fabricPicture(design, size, fact.seam, fact.fabricWidths[0]!, fabric, ground),
    detailPicture(design, fabric, ground),
  ];
}
