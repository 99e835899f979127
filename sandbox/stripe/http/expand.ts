import type { Parameter } from './form-parameters.ts';
import type { Store } from '../store.ts';
import { listOf, text } from './parameter-rules.ts';
import { badParameter } from './stripe-error.ts';

const TABLES = {
  payment_intent: 'payment_intent',
  charge: 'charge',
  latest_charge: 'charge',
  payment_method: 'payment_method',
} as const;
const isExpandable = (name: string): name is keyof typeof TABLES => Object.hasOwn(TABLES, name);

/** @returns the validated paths of `expand` */
export const readExpand = (paths: Parameter | undefined): string[][] => {
  if (paths === undefined) return [];
  return listOf(text())(paths, 'expand').map((path) => {
    const names = path.split('.');
    const inner = names[0] === 'data' ? names.slice(1) : names;
    if (inner.length === 0 || inner.length > 4 || !inner.every(isExpandable)) {
      throw badParameter(`This property cannot be expanded (${path}).`, 'expand');
    }
    return names;
  });
};

/** Replaces ids by their objects along a path such as `latest_charge` or `data.payment_intent`. */
export const expand = (store: Store, object: unknown, [name, ...rest]: string[]): unknown => {
  if (name === undefined || object === null || typeof object !== 'object') return object;
  if (name === 'data' && 'data' in object && Array.isArray(object.data)) {
    return { ...object, data: object.data.map((item) => expand(store, item, rest)) };
  }
  if (!isExpandable(name) || !Object.hasOwn(object, name)) return object;
  const id = (object as Record<string, unknown>)[name];
  const full = typeof id === 'string' ? store.rows[TABLES[name]].get(id) : id;
  return { ...object, [name]: expand(store, full ?? id, rest) };
};
