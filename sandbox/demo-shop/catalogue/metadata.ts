import type { Category, Difficulty, FileKind } from '../demo-shop-types.ts';
import type { RangeName } from '../drafting/size-ranges.ts';
import type { ListingMetadata } from './listing.ts';

type Row = [
  key: string,
  designer: string,
  difficulty: Difficulty,
  price: number,
  daysAgo: number,
  views: number,
  range: RangeName,
  fabricWidths: number[],
  seam: [edge: number, hem: number],
  files: string,
  languages: string,
];

const kinds: Record<string, FileKind> = {
  a: 'a4',
  l: 'letter',
  '0': 'a0',
  p: 'projector',
  i: 'instructions',
};

/** The patterns. `files` has one letter for each file: a = A4, l = US Letter, 0 = A0, p = projector, i = instructions. */
const rows: Record<Category, Row[]> = {
  Dresses: [
    ['lina', 'distel', 'Beginner', 890, 6, 1834, 'women 34–46', [140, 110], [1, 3], 'al0i', 'de en'],
    ['ida', 'nord', 'Beginner', 790, 61, 2410, 'women 34–48', [150], [0.7, 2.5], 'a0p', 'de en'],
    ['wanda', 'distel', 'Intermediate', 1090, 23, 1277, 'women 36–50', [140], [1, 2], 'ai', 'de en'],
    ['frida', 'kattun', 'Intermediate', 990, 118, 1592, 'women 34–44', [145], [1.5, 4], 'a0', 'de'],
    ['carlotta', 'distel', 'Advanced', 1190, 40, 986, 'women 34–46', [140], [1, 1.5], 'al', 'de en'],
    ['marlene', 'distel', 'Advanced', 1390, 152, 1420, 'women 34–48', [140], [1, 1.5], 'a0i', 'de en'],
    ['helene', 'birke', 'Expert', 1490, 201, 743, 'women 34–44', [145], [1.5, 4], 'ai', 'de en'],
    ['matilda', 'distel', 'Beginner', 690, 14, 1105, 'children 92–128', [140, 110], [1, 5], 'al', 'de en'],
  ],
  Tops: [
    ['pia', 'nord', 'Beginner', 490, 33, 2066, 'women 34–46', [140], [1, 2], 'ali', 'de en'],
    ['jonte', 'nord', 'Beginner', 590, 88, 2893, 'unisex XS–XXL', [150], [0.7, 2.5], 'alp', 'de en'],
    ['mats', 'nord', 'Intermediate', 790, 19, 1711, 'unisex XS–XXL', [150], [0.7, 0.7], 'a0', 'de en'],
    ['amelie', 'distel', 'Intermediate', 990, 9, 894, 'women 34–46', [140], [1, 2], 'ai', 'de en'],
    ['runa', 'nord', 'Intermediate', 890, 270, 1338, 'women 36–50', [150], [1, 3], 'a', 'de en'],
    ['odette', 'birke', 'Advanced', 1090, 74, 612, 'women 34–46', [140], [1, 1], 'a', 'de'],
    ['konrad', 'kattun', 'Expert', 1290, 240, 1189, 'unisex S–XXL', [150], [1.2, 1.5], 'a0i', 'de en'],
    ['alma', 'birke', 'Expert', 1490, 129, 1463, 'women 36–50', [150], [1.5, 4], 'a0', 'de en'],
  ],
  Bottoms: [
    ['greta', 'kattun', 'Beginner', 690, 97, 1950, 'waist 34–46', [140], [1.5, 3], 'ali', 'de en'],
    ['romy', 'distel', 'Intermediate', 790, 48, 1044, 'waist 34–46', [150], [1.5, 1.5], 'a0', 'de en'],
    ['tilda', 'birke', 'Intermediate', 890, 165, 702, 'waist 34–46', [140], [1.5, 4], 'a', 'de'],
    ['nele', 'nord', 'Beginner', 790, 27, 2274, 'waist 36–48', [140], [1, 4], 'al0', 'de en'],
    ['ole', 'nord', 'Beginner', 490, 55, 1376, 'unisex waist', [140], [1, 3], 'alp', 'de en'],
    ['vera', 'distel', 'Intermediate', 890, 81, 858, 'waist 34–46', [140], [1.5, 4], 'a', 'de en'],
    ['theo', 'birke', 'Advanced', 1190, 190, 931, 'waist 36–48', [150], [1.5, 5], 'a0', 'de en'],
    ['karla', 'kattun', 'Expert', 1490, 110, 2158, 'waist 34–46', [150], [1.5, 3], 'a0i', 'de en'],
    ['ilse', 'kattun', 'Advanced', 1190, 16, 577, 'waist 34–46', [150], [1.5, 2], 'a0', 'de en'],
  ],
  Accessories: [
    ['henk', 'moewe', 'Beginner', 490, 210, 1788, 'tote', [140], [1.5, 4], 'al', 'de en'],
    ['ylvi', 'moewe', 'Beginner', 490, 37, 2547, 'pouches', [140], [0.8, 0.8], 'ali', 'de en'],
    ['pelle', 'moewe', 'Intermediate', 590, 69, 1621, 'hats 54–60', [140], [0.8, 0.8], 'al', 'de en'],
    ['liv', 'moewe', 'Beginner', 0, 3, 3105, 'headbands', [140], [1, 1], 'al', 'de en'],
    ['enno', 'moewe', 'Advanced', 790, 104, 1219, 'belt bag', [140], [1, 1], 'ai', 'de en'],
    ['arvid', 'kattun', 'Expert', 1290, 44, 1547, 'backpack', [145], [1.2, 3], 'a0i', 'de en'],
    ['smilla', 'moewe', 'Intermediate', 890, 12, 968, 'shoulder bag', [140], [1, 2], 'al', 'de en'],
  ],
  'Home Decor': [
    ['hedda', 'wiese', 'Beginner', 490, 140, 1402, 'cushions', [140], [1, 3], 'al', 'de en'],
    ['jette', 'wiese', 'Intermediate', 690, 30, 1696, 'apron', [140], [1, 2.5], 'ali', 'de en'],
    ['wim', 'wiese', 'Beginner', 290, 222, 1130, 'bunting', [110], [0.7, 0.7], 'al', 'de en'],
    ['oda', 'wiese', 'Beginner', 390, 92, 865, 'pot holders', [110], [0.7, 0.7], 'a', 'de en'],
    ['tomte', 'wiese', 'Intermediate', 490, 52, 1254, 'baskets', [140], [1, 1], 'al', 'de en'],
    ['svea', 'wiese', 'Intermediate', 590, 178, 640, 'curtain', [140], [1.5, 20], 'a', 'de'],
    ['ragna', 'wiese', 'Advanced', 890, 66, 717, 'pouf', [140], [1, 1], 'ai', 'de en'],
    ['mirja', 'wiese', 'Expert', 1290, 21, 489, 'quilt', [110], [0.6, 0.6], 'al', 'de en'],
  ],
};

/** The metadata of each pattern, by key. */
export const metadataByKey: Record<string, ListingMetadata> = Object.fromEntries(
  Object.entries(rows).flatMap(([category, list]) =>
    list.map(([key, designer, difficulty, price, daysAgo, views, range, fabricWidths, seam, files, languages]) => [
      key,
      {
        category: category as Category,
        difficulty,
        designer,
        price,
        daysAgo,
        views,
        range,
        fabricWidths,
        seam: { edge: seam[0], hem: seam[1] },
        files: [...files].map((letter) => kinds[letter]!),
        languages: languages.split(' '),
      },
    ]),
  ),
);
