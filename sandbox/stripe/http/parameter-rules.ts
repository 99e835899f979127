import type { Parameter, Parameters } from './form-parameters.ts';
import { badParameter } from './stripe-error.ts';

/** Parses a raw parameter. @param path the full name of the parameter @throws {StripeError} with the message of Stripe */
export type Rule<T> = (raw: Parameter, path: string) => T;
type Rules = Record<string, Rule<unknown>>;
type Values<R extends Rules> = { [K in keyof R]?: ReturnType<R[K]> };

const singleValue = (raw: Parameter, path: string): string => {
  if (typeof raw !== 'string') throw badParameter('Invalid string: must be a single value', path);
  if (raw !== '') return raw;
  throw badParameter(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a field; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
    path,
    'parameter_invalid_empty',
  );
};

export const text =
  (max = 5000): Rule<string> =>
  (raw, path) => {
    const value = singleValue(raw, path);
    if (value.length <= max) return value;
    throw badParameter(
      `Invalid string: ${value.slice(0, 10)}...; must be at most ${max} characters`,
      path,
      'parameter_invalid_string',
    );
  };

/** An empty string unsets the value. */
export const clearable =
  <T>(rule: Rule<T>): Rule<T | null> =>
  (raw, path) =>
    raw === '' ? null : rule(raw, path);

export const integer =
  (min: number, max = Number.MAX_SAFE_INTEGER): Rule<number> =>
  (raw, path) => {
    const value = singleValue(raw, path);
    if (!/^-?\d{1,16}$/.test(value)) throw badParameter(`Invalid integer: ${value}`, path, 'parameter_invalid_integer');
    const number = Number(value);
    if (number < min)
      throw badParameter(`This value must be greater than or equal to ${min}.`, path, 'parameter_invalid_integer');
    if (number > max)
      throw badParameter(`This value must be less than or equal to ${max}.`, path, 'parameter_invalid_integer');
    return number;
  };

export const flag: Rule<boolean> = (raw, path) => {
  const value = singleValue(raw, path);
  if (value !== 'true' && value !== 'false') throw badParameter(`Invalid boolean: ${value}`, path);
  return value === 'true';
};

export const oneOf =
  <const T extends readonly string[]>(...choices: T): Rule<T[number]> =>
  (raw, path) => {
    const value = singleValue(raw, path);
    if (choices.includes(value)) return value;
    const names = choices.length > 1 ? `one of ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : choices[0];
    throw badParameter(`Invalid ${path}: must be ${names}`, path);
  };

export const email: Rule<string> = (raw, path) => {
  const value = singleValue(raw, path);
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 512) return value;
  throw badParameter(`Invalid email address: ${value}`, path, 'email_invalid');
};

export const httpUrl: Rule<string> = (raw, path) => {
  const value = singleValue(raw, path);
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) return value;
  throw badParameter('Not a valid URL', path, 'url_invalid');
};

export const listOf =
  <T>(rule: Rule<T>): Rule<T[]> =>
  (raw, path) => {
    if (typeof raw === 'string') throw badParameter('Invalid array', path);
    return Object.entries(raw).map(([index, item]) => rule(item, `${path}[${index}]`));
  };

/** Up to 50 pairs; an empty value removes the key (null). */
export const metadata: Rule<Record<string, string | null>> = (raw, path) => {
  if (raw === '') return {};
  if (typeof raw === 'string') throw badParameter('Invalid object', path);
  const pairs = Object.entries(raw);
  if (pairs.length > 50) throw badParameter('Metadata can have up to 50 keys.', path);
  return Object.fromEntries(
    pairs.map(([name, value]) => {
      if (name.length > 40) throw badParameter(`Metadata keys must be at most 40 characters: ${name}`, path);
      return [name, clearable(text(500))(value, `${path}[${name}]`)];
    }),
  );
};

/** Parses the parameters of a request or of a nested object. @throws {StripeError} 400 for unknown names */
export const readParameters = <R extends Rules>(raw: Parameters, rules: R, path = ''): Values<R> => {
  const full = (name: string) => (path ? `${path}[${name}]` : name);
  const unknown = Object.keys(raw)
    .filter((name) => !Object.hasOwn(rules, name))
    .map(full);
  if (unknown.length > 0) {
    throw badParameter(
      `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`,
      unknown[0],
      'parameter_unknown',
    );
  }
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, rules[name]?.(value, full(name))]),
  ) as Values<R>;
};

export const group =
  <R extends Rules>(rules: R): Rule<Values<R>> =>
  (raw, path) => {
    if (typeof raw === 'string') throw badParameter('Invalid object', path);
    return readParameters(raw, rules, path);
  };

export const required = <T>(value: T | undefined, path: string): T => {
  if (value === undefined) throw badParameter(`Missing required param: ${path}.`, path, 'parameter_missing');
  return value;
};
