import { FILE_KINDS } from '../shop-rules.js';

/** An SQL expression that sorts in the order of FILE_KINDS. @param kind a column, such as `f.kind` */
export const kindOrder = (kind: string) => `array_position(array['${FILE_KINDS.join("','")}'], ${kind})`;

/**
 * An SQL expression: the title of a pattern (table alias `p`) in a language. Without a text in that language, it is the
 * German title, or else the English one.
 * @param language an SQL expression
 */
export const patternTitle = (language: string) =>
  `coalesce(p.texts->${language}, p.texts->'de', p.texts->'en')->>'title'`;
