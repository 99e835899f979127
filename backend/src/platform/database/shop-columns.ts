import { FILE_KINDS } from '../shop-rules.js';

/** An SQL expression that sorts in the order of FILE_KINDS. @param kind a column, such as `f.kind` */
export const kindOrder = (kind: string) => `array_position(array['${FILE_KINDS.join("','")}'], ${kind})`;

/**
 * An SQL expression: the title of `patterns p` in a language, or in the other language when there is no text in that one.
 * @param language an SQL expression
 */
export const patternTitle = (language: string) =>
  `coalesce(p.texts->${language}, p.texts->'de', p.texts->'en')->>'title'`;
