import { Transform } from 'class-transformer';

const BLANK_TEXTS = new Set(['', 'null', 'undefined']);

/**
 * Treats an empty value, `null` and `undefined` as missing: old clients send `category=` or `category=null`. Reads the raw
 * text, because `value` can already be converted to a number.
 */
export const BlankIsMissing = () => Transform(({ value, obj, key }) => (BLANK_TEXTS.has(obj[key]) ? undefined : value));
