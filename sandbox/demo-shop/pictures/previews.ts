import type { ListingMetadata } from '../catalogue/listing.ts';
import type { Design } from '../drafting/designs.ts';
import { sampleSize } from '../drafting/size-ranges.ts';
import { detailPicture } from './detail-picture.ts';
import { fabricPicture } from './fabric-picture.ts';
import { findFabric, grounds } from './fabrics.ts';
import { flatPicture } from './flat-picture.ts';

/** @returns the pictures of a pattern: technical drawing, pieces on the fabric, a detail */
export function previews(key: string, design: Design, metadata: ListingMetadata): string[] {
  const [size, fabric, ground] = [sampleSize(metadata.range), findFabric(key), grounds[metadata.category]!];
  return [
    flatPicture(design, size, fabric, ground),
    fabricPicture(design, size, metadata.seam, metadata.fabricWidths[0]!, fabric, ground),
    detailPicture(design, fabric, ground),
  ];
}
