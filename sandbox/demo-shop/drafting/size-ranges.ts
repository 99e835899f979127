import type { Bilingual } from '../demo-shop-types.ts';

/** The body measurements (garments) or finished measurements (things) of a size, in cm; 0 for unused measurements. */
export interface Size {
  name: string;
  bust: number;
  waist: number;
  hip: number;
  /** Nape to waist. */
  back: number;
  shoulder: number;
  arm: number;
  /** Waist to seat, sitting. */
  rise: number;
  head: number;
  width: number;
  height: number;
  depth: number;
}

type Measure = Exclude<keyof Size, 'name'>;

interface SizeRange {
  sizes: Size[];
  chart: { measure: Measure; label: Bilingual }[];
}

const noMeasurements = {
  bust: 0,
  waist: 0,
  hip: 0,
  back: 0,
  shoulder: 0,
  arm: 0,
  rise: 0,
  head: 0,
  width: 0,
  height: 0,
  depth: 0,
};

/** @param rows the sizes: the name of each, then the measurements in the order of `measures` */
function table(measures: Measure[], rows: [string, ...number[]][]): Size[] {
  return rows.map(([name, ...values]) => ({
    ...noMeasurements,
    ...Object.fromEntries(measures.map((measure, i) => [measure, values[i]])),
    name,
  }));
}

const body: Measure[] = ['bust', 'waist', 'hip', 'back', 'shoulder', 'arm', 'rise'];

const women = table(body, [
  ['34', 80, 64, 89, 40.6, 11.8, 58.5, 25.4],
  ['36', 84, 68, 93, 41, 12, 59, 26],
  ['38', 88, 72, 97, 41.4, 12.2, 59.5, 26.6],
  ['40', 92, 76, 101, 41.8, 12.4, 60, 27.2],
  ['42', 96, 80, 105, 42.2, 12.6, 60.5, 27.8],
  ['44', 100, 84, 109, 42.6, 12.8, 61, 28.4],
  ['46', 104, 88, 113, 43, 13, 61.5, 29],
  ['48', 110, 94, 118, 43.4, 13.2, 61.8, 29.6],
  ['50', 116, 100, 123, 43.8, 13.4, 62, 30.2],
]);

const unisex = table(body, [
  ['XS', 84, 70, 90, 42, 12.4, 59, 25.5],
  ['S', 90, 76, 95, 43.2, 13, 60.5, 26.3],
  ['M', 97, 83, 101, 44.4, 13.6, 62, 27.1],
  ['L', 105, 91, 107, 45.6, 14.2, 63.5, 27.9],
  ['XL', 113, 100, 114, 46.6, 14.8, 64.5, 28.7],
  ['XXL', 122, 110, 121, 47.4, 15.4, 65, 29.5],
]);

const children = table(body, [
  ['92', 53, 51, 55, 23.4, 7.6, 32, 17.4],
  ['98', 55, 52, 57, 24.6, 7.9, 34.5, 18],
  ['104', 57, 53, 59, 25.8, 8.2, 37, 18.6],
  ['110', 59, 54, 62, 27, 8.5, 39.5, 19.2],
  ['116', 61, 55, 64, 28.2, 8.8, 42, 19.8],
  ['122', 63, 57, 66, 29.4, 9.1, 44.5, 20.4],
  ['128', 66, 59, 69, 30.6, 9.5, 47, 21],
]);

const girthChart: SizeRange['chart'] = [
  { measure: 'bust', label: { de: 'Brustumfang (cm)', en: 'Bust (cm)' } },
  { measure: 'waist', label: { de: 'Taillenumfang (cm)', en: 'Waist (cm)' } },
  { measure: 'hip', label: { de: 'Hüftumfang (cm)', en: 'Hip (cm)' } },
];
const chestChart: SizeRange['chart'] = [
  { measure: 'bust', label: { de: 'Brustumfang (cm)', en: 'Chest (cm)' } },
  { measure: 'waist', label: { de: 'Taillenumfang (cm)', en: 'Waist (cm)' } },
  { measure: 'arm', label: { de: 'Armlänge (cm)', en: 'Arm length (cm)' } },
];
const lowerBodyChart = girthChart.slice(1);
const finishedChart: SizeRange['chart'] = [
  { measure: 'width', label: { de: 'Breite (cm)', en: 'Width (cm)' } },
  { measure: 'height', label: { de: 'Höhe (cm)', en: 'Height (cm)' } },
];
const boxChart: SizeRange['chart'] = [
  ...finishedChart,
  { measure: 'depth', label: { de: 'Tiefe (cm)', en: 'Depth (cm)' } },
];
const headChart: SizeRange['chart'] = [{ measure: 'head', label: { de: 'Kopfumfang (cm)', en: 'Head (cm)' } }];

const sizesFrom = (sizes: Size[], first: string, last: string) =>
  sizes.slice(
    sizes.findIndex((s) => s.name === first),
    sizes.findIndex((s) => s.name === last) + 1,
  );
const things = (rows: [string, ...number[]][]) => table(['width', 'height', 'depth'], rows);

const ranges = {
  'women 34–44': { sizes: sizesFrom(women, '34', '44'), chart: girthChart },
  'women 34–46': { sizes: sizesFrom(women, '34', '46'), chart: girthChart },
  'women 34–48': { sizes: sizesFrom(women, '34', '48'), chart: girthChart },
  'women 36–50': { sizes: sizesFrom(women, '36', '50'), chart: girthChart },
  'waist 34–46': { sizes: sizesFrom(women, '34', '46'), chart: lowerBodyChart },
  'waist 36–48': { sizes: sizesFrom(women, '36', '48'), chart: lowerBodyChart },
  'unisex XS–XXL': { sizes: unisex, chart: chestChart },
  'unisex S–XXL': { sizes: sizesFrom(unisex, 'S', 'XXL'), chart: chestChart },
  'unisex waist': { sizes: unisex, chart: lowerBodyChart },
  'children 92–128': { sizes: children, chart: girthChart },
  'hats 54–60': {
    sizes: table(
      ['head'],
      [
        ['S (54)', 54],
        ['M (57)', 57],
        ['L (60)', 60],
      ],
    ),
    chart: headChart,
  },
  headbands: {
    sizes: table(
      ['head'],
      [
        ['50–53', 52],
        ['54–57', 56],
        ['58–61', 60],
      ],
    ),
    chart: headChart,
  },
  tote: { sizes: things([['40 × 42 cm', 40, 42, 12]]), chart: boxChart },
  pouches: {
    sizes: things([
      ['S', 20, 9, 5],
      ['M', 24, 14, 7],
      ['L', 32, 20, 10],
    ]),
    chart: boxChart,
  },
  'belt bag': { sizes: things([['34 × 16 cm', 34, 16, 6]]), chart: boxChart },
  backpack: { sizes: things([['28 × 44 cm', 28, 44, 14]]), chart: boxChart },
  'shoulder bag': { sizes: things([['26 × 18 cm', 26, 18, 8]]), chart: boxChart },
  cushions: {
    sizes: things([
      ['40 × 40 cm', 40, 40],
      ['50 × 50 cm', 50, 50],
      ['60 × 40 cm', 60, 40],
    ]),
    chart: finishedChart,
  },
  apron: {
    sizes: things([
      ['S–M', 62, 84],
      ['L–XL', 72, 90],
    ]),
    chart: finishedChart,
  },
  bunting: {
    sizes: things([
      ['S', 14, 17],
      ['L', 18, 22],
    ]),
    chart: finishedChart,
  },
  'pot holders': {
    sizes: things([
      ['S', 16, 28],
      ['L', 19, 31],
    ]),
    chart: finishedChart,
  },
  baskets: {
    sizes: things([
      ['S', 14, 14, 14],
      ['M', 19, 18, 19],
      ['L', 25, 23, 25],
    ]),
    chart: boxChart,
  },
  curtain: { sizes: things([['100 × 140 cm', 100, 140]]), chart: finishedChart },
  pouf: { sizes: things([['60 × 30 cm', 60, 30, 60]]), chart: boxChart },
  quilt: { sizes: things([['90 × 90 cm', 90, 90]]), chart: finishedChart },
} satisfies Record<string, SizeRange>;

export type RangeName = keyof typeof ranges;

export const sizesInRange = (range: RangeName): Size[] => ranges[range].sizes;

/** @returns the size that the pictures show: the third, or the middle one of a short range */
export function sampleSize(range: RangeName): Size {
  const { sizes } = ranges[range];
  return sizes[Math.min(2, Math.floor(sizes.length / 2))]!;
}

export function sizeChart(range: RangeName): { columns: Bilingual<string[]>; rows: string[][] } {
  const { sizes, chart } = ranges[range];
  return {
    columns: {
      de: ['Größe', ...chart.map((column) => column.label.de)],
      en: ['Size', ...chart.map((column) => column.label.en)],
    },
    rows: sizes.map((size) => [size.name, ...chart.map((column) => String(size[column.measure]))]),
  };
}
