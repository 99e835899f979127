import { FILE_KINDS } from '../shop-rules.js';

/** Sorts by file kind, as FILE_KINDS does. @param kind a column, such as `f.kind` */
export const kindOrder = (kind: string) => `array_position(array['${FILE_KINDS.join("','")}'], ${kind})`;

/** The title of `patterns p` in a language, or in the other one when it is missing. @param language an SQL expression */
export const patternTitle = (language: string) =>
  `coalesce(p.texts->${language}, p.texts->'de', p.texts->'en')->>'title'`;
