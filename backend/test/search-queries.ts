/** A search and its expected hits in the demo shop. */
export interface ExpectedSearch {
  search: string;
  /** Slugs of the demo patterns that must come first, in any order. */
  first: string[];
  /**
   * For a search that also matches thousands of generated patterns. If the catalogue contains generated patterns, the titles
   * or tags of every hit must match this expression, and the slugs do not matter. For a search without this expression, the
   * demo patterns must come first in every catalogue.
   */
  alike?: RegExp;
}

/** A hit: its slug, and its titles and tags in both languages. */
export interface Hit {
  slug: string;
  words: string;
}

/** Titles and tags of the patterns whose ids are in $1, in the order of the ids. */
export const HITS = `
select p.slug, concat_ws(' ', p.texts->'de'->>'title', p.texts->'en'->>'title', p.texts->'de'->>'tags', p.texts->'en'->>'tags') as words
from unnest($1::uuid[]) with ordinality as i(id, n) join patterns p using (id) order by n`;

/**
 * @param onlyDemoPatterns whether the catalogue contains no generated patterns
 * @returns the slugs of wrong hits, and one expected slug for each missing hit; empty when the hits are as expected
 */
export function misplaced(hits: Hit[], { first, alike }: ExpectedSearch, onlyDemoPatterns: boolean): string[] {
  const missing = Math.max(0, first.length - hits.length);
  const wrong =
    alike && !onlyDemoPatterns
      ? hits.filter(({ words }) => !alike.test(words))
      : hits.slice(0, first.length).filter(({ slug }) => !first.includes(slug));
  return [...wrong.map(({ slug }) => slug), ...first.slice(0, missing)];
}

const search = (words: string, first: string, alike?: RegExp): ExpectedSearch[] =>
  words.split(' / ').map((query) => ({ search: query, first: first.split(' '), ...(alike && { alike }) }));

const DRESSES = 'lina ida wanda frida carlotta marlene helene matilda';
const SKIRTS = 'greta romy tilda ilse';

export const SEARCHES: ExpectedSearch[] = [
  // one word, inflected, with and without umlauts
  ...search('kleid / Kleider / KLEIDES', DRESSES, /kleid|dress/i),
  ...search('rock / Röcke / Roecke / rocke', SKIRTS, /rock|röcke|skirt/i),
  ...search('Schürze / Schuerze / schurzen', 'jette', /schürze/i),
  ...search('Vorhang / Vorhänge / vorhaenge', 'svea', /vorhang/i),
  ...search('hut / Hüte', 'pelle', /hut/i),
  ...search('Bluse / blusen', 'amelie', /bluse/i),
  ...search('ärmellos / aermellos', 'lina'),
  ...search('Crêpe / crepe', 'carlotta'),
  // compounds, as parts and as a whole
  ...search('Sommerkleid', 'lina', /sommerkleid/i),
  ...search('Wickelkleid', 'carlotta', /wickelkleid/i),
  ...search('wickel', 'carlotta odette', /wickel/i),
  ...search('Tasche', 'ylvi enno smilla', /tasche/i),
  ...search('Hose', 'nele theo', /hose/i),
  ...search('Tellerrock / Halbtellerrock', 'romy'),
  ...search('Umhängetasche / umhaengetasche', 'smilla'),
  ...search('Kissen / Kissenhülle', 'hedda', /kissen|cushion/i),
  ...search('Hemd', 'konrad', /hemd/i),
  ...search('Herrenhemd', 'konrad', /hemd|shirt/i),
  ...search('Damenrock', SKIRTS, /rock|skirt/i),
  ...search('Leinen-Hose', 'nele', /leinenhose/i),
  ...search('A-Linie', 'greta ida'),
  // synonyms
  ...search('Pulli / Pullover / Sweater / Hoodie', 'mats', /pullover|sweater|sweatshirt/i),
  ...search('T-Shirt / tshirt', 'jonte', /t-?shirt/i),
  ...search('Gardine', 'svea', /vorhang|curtain/i),
  ...search('Handtasche', 'ylvi enno smilla henk', /tasche|bag|beutel/i),
  ...search('Einkaufstasche / Shopper', 'henk', /einkaufsbeutel|tote/i),
  ...search('Girlande', 'wim'),
  ...search('Jupe', SKIRTS, /rock|skirt/i),
  ...search('Jeanshose', 'karla'),
  ...search('Hocker', 'ragna'),
  ...search('Kochschürze', 'jette', /schürze|apron/i),
  ...search('gratis / free pattern', 'liv'),
  // English
  ...search('dress / dresses', DRESSES, /kleid|dress/i),
  ...search('skirt / skirts', SKIRTS, /skirt/i),
  ...search('trousers', 'nele theo', /trousers/i),
  ...search('pants', 'nele theo karla ole vera', /pants|trousers|hose/i),
  ...search('bag', 'enno smilla henk', /bag/i),
  ...search('shirt', 'konrad jonte marlene', /shirt/i),
  ...search('curtains', 'svea', /curtain/i),
  ...search('pillow', 'hedda', /kissen|cushion/i),
  ...search('backpack', 'arvid', /backpack/i),
  ...search('pot holder', 'oda'),
  ...search('silk', 'odette'),
  ...search('basket', 'tomte'),
  // several words: each must match
  ...search('Rock Wolle', 'tilda ilse', /rock|skirt/i),
  ...search('Leinen Hose / linen trousers', 'nele', /leinen|linen/i),
  ...search('beginner dress / Kleid für Anfänger', 'lina ida matilda', /kleid|dress/i),
  ...search('Kleid für den Sommer', 'lina', /sommerkleid/i),
  ...search('Kleid mit Taschen', 'lina frida', /kleid/i),
  ...search('dress with pockets', 'lina frida', /dress/i),
  ...search('Rock mit Falten', 'tilda ilse'),
  ...search('Kinder Kleid / kids dress', 'matilda', /kinder|children/i),
  ...search('zip bag', 'ylvi'),
  ...search('corduroy skirt / Cord Rock', 'greta', /cord/i),
  ...search('Schnittmuster Wickelbluse', 'odette', /wickelbluse/i),
  ...search('Nadel & Distel Kleid', 'lina wanda carlotta marlene matilda'),
  ...search('Kattunwerk Rock', 'greta ilse'),
  // misspelt
  ...search('Sommrekleid', 'lina', /sommerkleid/i),
  ...search('Wikkelkleid', 'carlotta', /wickelkleid/i),
  ...search('Haendtasche', 'ylvi enno smilla henk', /tasche|bag|beutel/i),
  ...search('drees', DRESSES, /kleid|dress/i),
  ...search('trouzers', 'nele theo', /trousers/i),
  ...search('Rukcsack', 'arvid', /rucksack/i),
  ...search('Kisen', 'hedda', /kissen/i),
  ...search('bulse', 'amelie', /bluse/i),
  ...search('Utensillo', 'tomte'),
  ...search('Topflapen', 'oda'),
  // while typing
  ...search('somm', 'lina', /somm|summ/i),
  ...search('Umhäng', 'smilla'),
  ...search('cardi', 'runa'),
  ...search('Bauchta', 'enno'),
  ...search('Haarb', 'liv'),
  ...search('Leinenho', 'nele', /leinenhose/i),
];

/** Searches that match no pattern. */
export const WITHOUT_HITS = [
  'qwertzuiop',
  'xyzzyx',
  'Gartenstuhl',
  'Kleid Gartenstuhl',
  'lawnmower',
  'zzzz aaaa',
  '🧵',
  'платье',
  '%',
  '_',
  '\\',
  "'",
  "' union select null --",
  '& | ! :* <->',
  '((((',
];

/** Hostile input must cause no error; its ordinary words still match. */
export const HOSTILE = [
  "kleid' & !rock",
  'kleid:*',
  'kleid <-> rock | ',
  'kleid\\',
  '%kleid%',
  'kleid"',
  '🧵 kleid 👗',
  '\u202ekleid\u0301',
  '-kleid-',
  'kleid\t\n\r',
];
