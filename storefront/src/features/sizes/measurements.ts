/** General body measurements in cm. Each pattern also has its own size chart. */
interface SizeTable {
  name: 'women' | 'men' | 'children';
  columns: readonly Column[];
  rows: readonly (readonly [size: string, ...values: number[]])[];
}

type Column = 'height' | 'bust' | 'chest' | 'waist' | 'hip' | 'back' | 'arm' | 'head';

export const women: SizeTable = {
  name: 'women',
  columns: ['bust', 'waist', 'hip', 'back', 'arm'],
  rows: [
    ['32', 76, 60, 85, 40.2, 58],
    ['34', 80, 64, 89, 40.6, 58.5],
    ['36', 84, 68, 93, 41, 59],
    ['38', 88, 72, 97, 41.4, 59.5],
    ['40', 92, 76, 101, 41.8, 60],
    ['42', 96, 80, 105, 42.2, 60.5],
    ['44', 100, 84, 109, 42.6, 61],
    ['46', 104, 88, 113, 43, 61.5],
    ['48', 110, 94, 118, 43.4, 61.8],
    ['50', 116, 100, 123, 43.8, 62],
    ['52', 122, 106, 128, 44.2, 62.2],
  ],
};

export const men: SizeTable = {
  name: 'men',
  columns: ['chest', 'waist', 'hip', 'back', 'arm'],
  rows: [
    ['44', 88, 76, 92, 43.2, 61.5],
    ['46', 92, 80, 96, 43.8, 62.3],
    ['48', 96, 84, 100, 44.4, 63.1],
    ['50', 100, 88, 104, 45, 63.9],
    ['52', 104, 94, 108, 45.6, 64.7],
    ['54', 108, 98, 112, 46.2, 65.5],
    ['56', 112, 104, 116, 46.8, 66.3],
    ['58', 116, 110, 120, 47.4, 67.1],
    ['60', 120, 116, 124, 48, 67.9],
  ],
};

export const children: SizeTable = {
  name: 'children',
  columns: ['height', 'chest', 'waist', 'hip', 'arm', 'head'],
  rows: [
    ['56', 56, 41, 41, 42, 16, 38],
    ['62', 62, 43, 43, 44, 18.5, 40],
    ['68', 68, 45, 45, 46, 21, 42],
    ['74', 74, 47, 47, 49, 23.5, 44],
    ['80', 80, 49, 48, 51, 26.5, 46],
    ['86', 86, 51, 50, 53, 29.5, 47],
    ['92', 92, 53, 51, 55, 32, 48],
    ['98', 98, 55, 52, 57, 34.5, 49],
    ['104', 104, 57, 53, 59, 37, 50],
    ['110', 110, 59, 54, 62, 39.5, 51],
    ['116', 116, 61, 55, 64, 42, 52],
    ['122', 122, 63, 57, 66, 44.5, 52.5],
    ['128', 128, 66, 59, 69, 47, 53],
    ['134', 134, 69, 61, 72, 49.5, 53.5],
    ['140', 140, 72, 63, 75, 52, 54],
    ['146', 146, 75, 64, 79, 54.5, 54.5],
    ['152', 152, 78, 66, 82, 57, 55],
    ['158', 158, 81, 68, 86, 59, 55.5],
    ['164', 164, 84, 70, 89, 61, 56],
  ],
};

/** The approximate women's sizes of other countries. */
export const otherCountries = {
  columns: ['german', 'french', 'italian', 'british', 'american', 'letters'],
  rows: [
    ['32', '34', '38', '6', '2', 'XXS'],
    ['34', '36', '40', '8', '4', 'XS'],
    ['36', '38', '42', '10', '6', 'S'],
    ['38', '40', '44', '12', '8', 'S–M'],
    ['40', '42', '46', '14', '10', 'M'],
    ['42', '44', '48', '16', '12', 'L'],
    ['44', '46', '50', '18', '14', 'L–XL'],
    ['46', '48', '52', '20', '16', 'XL'],
    ['48', '50', '54', '22', '18', 'XXL'],
    ['50', '52', '56', '24', '20', '3XL'],
    ['52', '54', '58', '26', '22', '4XL'],
  ],
} as const;

export type Unit = 'cm' | 'in';

/** @param decimal the function that formats cm. @returns cm, or inches rounded to a quarter, such as `34 ¼` */
export function convert(cm: number, unit: Unit, decimal: (value: number) => string): string {
  if (unit === 'cm') return decimal(cm);
  const quarters = Math.round((cm / 2.54) * 4);
  const fraction = ['', '¼', '½', '¾'][quarters % 4]!;
  return [Math.floor(quarters / 4), fraction].filter(Boolean).join(' ');
}
