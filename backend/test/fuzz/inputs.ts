import * as fc from 'fast-check';
import { type Call, type Document, type Parameter, resolve, type Schema } from './document.js';

export interface Input {
  path: string;
  /** The raw body; undefined sends none. */
  body: string | undefined;
}

/** @returns existing ids for a parameter or property */
export type FindIds = (name: string, path: string) => string[];

const nested = (depth: number): unknown => JSON.parse(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`);
const parseJson = (text: string): unknown => JSON.parse(text);

const STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202Eabc',
  'ﬃ½Ⅷ',
  '👩‍👩‍👧‍👦'.repeat(20),
  'İıßẞ',
  'z̷̛̼a̶l̵g̸o̷'.repeat(10),
  "' OR 1=1 --",
  '"; drop table users; --',
  '../../../etc/passwd',
  '%00%2e%2e',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'a'.repeat(300),
  'a'.repeat(20_000),
  'a@'.repeat(500),
  '1e1000',
  'NaN',
  'null',
  'undefined',
  'true',
  '-1',
  '9007199254740993',
  '2026-13-45T99:99:99Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '__proto__',
  'constructor',
  'toString',
];
const VALUES: unknown[] = [
  ...STRINGS,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  [],
  [[]],
  [null],
  ['a', 'a'],
  Array(1_100).fill('x'),
  {},
  { length: 1e9 },
  { toString: 1, valueOf: null },
  { constructor: { prototype: { admin: true } } },
  parseJson('{"__proto__":{"admin":true}}'),
  nested(8),
  nested(400),
];
const hostile = fc.constantFrom(...VALUES);
const hostileText = fc.oneof(fc.constantFrom(...STRINGS), fc.string({ unit: 'binary', maxLength: 40 }));
const BROKEN_BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '0',
  '{"a":1,}',
  '\u0000',
  '{"a":1}{"b":2}',
  '{"__proto__":{"a":1}}',
];
/** Properties that a client must not set. */
const EXTRAS = [
  'role',
  'is_verified',
  'id',
  'user_id',
  'price_cents',
  'status',
  'created_at',
  'password_hash',
  '__proto__',
];

/** Generates inputs of one operation, with documented and undocumented values. */
export function inputsFor(document: Document, call: Call, findIds: FindIds): fc.Arbitrary<Input> {
  const values = new Values(document, findIds, call.path);
  const parameters = call.operation.parameters ?? [];
  const pathParameters = parameters.filter((parameter) => parameter.in === 'path');
  const schema = call.operation.requestBody?.content['application/json']?.schema;
  const path = fc
    .tuple(...pathParameters.map((parameter) => values.ofPath(parameter)))
    .map((parts) =>
      pathParameters.reduce((text, { name }, index) => text.replace(`{${name}}`, encode(parts[index]!)), call.path),
    );
  const query = values.ofQuery(parameters.filter((parameter) => parameter.in === 'query'));
  const body = schema ? values.ofBody(schema) : fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, anyBody);
  return fc.record({ path, query, body }).map((parts) => ({
    path: parts.query ? `${parts.path}?${parts.query}` : parts.path,
    body: call.method === 'GET' ? undefined : parts.body,
  }));
}

const encode = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');
const anyBody = fc.oneof(
  fc.constantFrom(...BROKEN_BODIES),
  hostile.map((value) => JSON.stringify(value)),
);

class Values {
  constructor(
    private readonly document: Document,
    private readonly findIds: FindIds,
    private readonly path: string,
  ) {}

  ofPath({ name, schema }: Parameter): fc.Arbitrary<string> {
    const ids = this.findIds(name, this.path);
    const documented = this.valid(schema ?? {}, name).map(String);
    const valid = ids.length > 0 ? fc.constantFrom(...ids) : documented.filter((text) => text !== '');
    const invalid = hostileText.filter((text) => text !== '' && text !== '.' && text !== '..');
    return fc.oneof(
      { weight: 5, arbitrary: valid },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 2, arbitrary: invalid },
    );
  }

  ofQuery(parameters: Parameter[]): fc.Arbitrary<string> {
    const pairs = parameters.map(({ name, schema }) =>
      fc.option(
        fc
          .oneof(
            { weight: 3, arbitrary: this.valid(schema ?? {}, name).map(String) },
            { weight: 2, arbitrary: hostileText },
          )
          .map((value) => `${name}=${encode(value)}`),
      ),
    );
    const undocumented = fc.option(
      fc.constantFrom('page[]=1', 'a[b][c]=1', '__proto__=1', 'lang=de&lang=en', '%', '=&=&', 'x='),
      {
        freq: 8,
      },
    );
    return fc.tuple(...pairs, undocumented).map((parts) => parts.filter((part) => part !== null).join('&'));
  }

  ofBody(schema: Schema): fc.Arbitrary<string> {
    const valid = this.valid(schema, '');
    const changed = fc.tuple(valid, fc.nat(), hostile).map(([body, number, value]) => {
      const names = Object.keys((body ?? {}) as object);
      return names.length > 0 ? { ...(body as object), [names[number % names.length]!]: value } : value;
    });
    const incomplete = fc.tuple(valid, fc.nat()).map(([body, number]) => {
      const entries = Object.entries((body ?? {}) as object);
      return Object.fromEntries(entries.filter((_, index) => index !== number % Math.max(entries.length, 1)));
    });
    const extra = fc.tuple(valid, fc.constantFrom(...EXTRAS), hostile).map(([body, name, value]) => {
      const text = JSON.stringify(value) ?? 'null';
      return parseJson(
        `${JSON.stringify(body).replace(/\}$/, '')}${Object.keys(body as object).length ? ',' : ''}"${name}":${text}}`,
      );
    });
    const whole = fc.oneof(
      { weight: 6, arbitrary: valid },
      { weight: 8, arbitrary: changed },
      { weight: 2, arbitrary: incomplete },
      { weight: 2, arbitrary: extra },
    );
    return fc.oneof(
      { weight: 16, arbitrary: whole.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: anyBody },
    );
  }

  /** A documented value. */
  valid(schemaOrReference: Schema, name: string, depth = 0): fc.Arbitrary<unknown> {
    const schema = resolve(this.document, schemaOrReference);
    const value = this.validNotNull(schema, name, depth);
    return schema.nullable ? fc.option(value, { freq: 5 }) : value;
  }

  private validNotNull(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
    const choice = schema.oneOf ?? schema.anyOf;
    if (choice) return fc.oneof(...choice.map((part) => this.valid(part, name, depth)));
    if (schema.allOf) {
      return fc
        .tuple(...schema.allOf.map((part) => this.valid(part, name, depth)))
        .map((parts) => Object.assign({}, ...parts));
    }
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'integer':
      case 'number': {
        const [min, max] = [schema.minimum ?? -1, schema.maximum ?? 100_000];
        return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
      }
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(this.valid(schema.items ?? {}, name, depth + 1), {
          maxLength: Math.min(schema.maxItems ?? 3, 3),
        });
      case 'object':
        return this.validObject(schema, depth);
      default:
        return this.validText(schema, name);
    }
  }

  private validObject({ properties = {}, required = [], additionalProperties }: Schema, depth: number) {
    const fields = Object.entries(properties).map(([name, schema]) => [name, this.valid(schema, name, depth + 1)]);
    if (fields.length > 0) {
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required });
    }
    const values =
      typeof additionalProperties === 'object' ? this.valid(additionalProperties, '', depth + 1) : fc.string();
    return fc.dictionary(fc.string({ maxLength: 8 }), values, { maxKeys: 2 });
  }

  private validText({ format, example, minLength = 0, maxLength = 60 }: Schema, name: string): fc.Arbitrary<unknown> {
    const ids = this.findIds(name, this.path);
    if (ids.length > 0) return fc.oneof(fc.constantFrom(...ids), fc.uuid());
    if (format === 'uuid') return fc.uuid();
    if (format === 'email' || name.includes('email')) {
      return fc.nat({ max: 9_999 }).map((n) => `fuzz${n}@example.com`);
    }
    if (name === 'username') return fc.nat().map((n) => `fuzz_${n}`);
    if (name.includes('password')) return fc.constantFrom('Nadel-und-Faden-8', 'Rot-Gruen-Blau-4711');
    const text = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) });
    return typeof example === 'string' ? fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, text) : text;
  }
}
