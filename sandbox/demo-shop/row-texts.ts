import type { PatternDetails, PatternGoods, PatternTexts } from '../../backend/seeds/goods-types.ts';
import type { DemoPattern } from './demo-shop-types.ts';

/** @returns the values of a pattern's row, without pictures and files */
export const patternGoods = (demo: DemoPattern): PatternGoods => ({
  key: demo.key,
  designer: demo.designer,
  texts: { de: toTexts(demo, 'de'), en: toTexts(demo, 'en') },
  details: { de: toDetails(demo, 'de'), en: toDetails(demo, 'en') },
  category: demo.category,
  difficulty: demo.difficulty,
  priceCents: demo.priceCents,
  publishedDaysAgo: demo.publishedDaysAgo,
  views: demo.views,
});

const toTexts = (demo: DemoPattern, language: 'de' | 'en'): PatternTexts => ({
  title: demo.title[language],
  description: demo.description[language],
  estimated_time: demo.estimatedTime[language],
  tags: demo.tags[language],
});

const toDetails = ({ details }: DemoPattern, language: 'de' | 'en'): PatternDetails => ({
  sizes: details.sizes,
  size_chart: { columns: details.sizeChart.columns[language], rows: toRows(details.sizeChart.rows, language) },
  materials: details.materials[language],
  tools: details.tools[language],
  notions: details.notions[language],
  fabric: details.fabric.map(({ widthCm, meters }) => ({ width_cm: widthCm, meters })),
  seam_allowance: details.seamAllowance[language],
  techniques: details.techniques[language],
  notes: details.notes?.[language] ?? null,
  instructions_languages: details.instructionsLanguages,
  licence: details.licence,
});

/** @returns the rows with the decimal separator of the language: 60,5 or 60.5 */
const toRows = (rows: string[][], language: 'de' | 'en'): string[][] =>
  rows.map((row) => row.map((cell) => (language === 'de' ? cell.replace('.', ',') : cell)));
