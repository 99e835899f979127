import type { ListingFacts } from '../catalogue/listing.ts';
import type { Design } from '../drafting/designs.ts';
import { sampleSize } from '../drafting/size-ranges.ts';
import { detailPicture } from './detail-picture.ts';
import { fabricPicture } from './fabric-picture.ts';
import { fabricOf, grounds } from './fabrics.ts';
import { flatPicture } from './flat-picture.ts';

/** The pictures of a pattern: technical drawing, pieces on the fabric, a detail. */
export function previews(key: string, design: Design, fact: ListingFacts): string[] {
  const [size, fabric, ground] = [sampleSize(fact.range), fabricOf(key), grounds[fact.category]!];
  return [
    flatPicture(design, size, fabric, ground),
    fabricPicture(design, size, fact.seam, fact.fabricWidths[0]!, fabric, ground),
    detailPicture(design, fabric, ground),
  ];
}
