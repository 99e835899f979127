import { Transform } from 'class-transformer';

const NOTHING = new Set(['', 'null', 'undefined']);

/**
 * Old clients send `category=` or `category=null` for a missing value. Reads the raw text, before the conversion to a
 * number.
 */
export const Blank = () => Transform(({ value, obj, key }) => (NOTHING.has(obj[key]) ? undefined : value));
