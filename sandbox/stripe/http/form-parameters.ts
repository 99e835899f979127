import { badParameter } from './stripe-error.ts';

export type Parameter = string | Parameters;
export interface Parameters {
  [name: string]: Parameter;
}

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 8;
const MAX_COUNT = 1000;

const parseName = (name: string): string[] => {
  const match = NAME.exec(name);
  if (!match) throw badParameter(`Invalid parameter name: ${name}`);
  const path = [match[1] ?? '', ...(match[2] ? match[2].slice(1, -1).split('][') : [])];
  const unusable = path.find((part) => FORBIDDEN.has(part));
  if (unusable !== undefined) throw badParameter(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  if (path.length > MAX_DEPTH) throw badParameter(`Parameters are nested too deeply: ${name}`, name);
  return path;
};

/**
 * Parses `a=1&b[c]=2&d[]=3` into `{ a: '1', b: { c: '2' }, d: { '0': '3' } }`. Lists are objects with numeric keys; objects
 * have no prototype.
 * @throws {StripeError} 400 for malformed names
 */
export const readForm = (text: string): Parameters => {
  const root: Parameters = Object.create(null);
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > MAX_COUNT) throw badParameter('Too many parameters.');
  for (const [name, value] of pairs) {
    const path = parseName(name);
    let group = root;
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(group).length) : part;
      if (depth === path.length - 1) {
        if (typeof group[key] === 'object') throw badParameter(`Invalid object: ${name}`, name);
        group[key] = value;
      } else {
        const inner = (group[key] ??= Object.create(null) as Parameters);
        if (typeof inner === 'string') throw badParameter(`Invalid object: ${name}`, name);
        group = inner;
      }
    }
  }
  return root;
};
