import { Transform } from 'class-transformer';

const NOTHING = new Set(['', 'null', 'undefined']);

/** Old clients send `category=` or `category=null` for "not given". Looks at the text as it came, before it became a number. */
export const Blank = () => Transform(({ value, obj, key }) => (NOTHING.has(obj[key]) ? undefined : value));
