import { contractFiles, DOCUMENT, SCHEMA } from '../../tools/contract-files.ts';
import { previewApi } from '../src/create-api.js';
import { PROGRAM_NEEDS } from '../src/platform/config/needs.js';
import { loadConfig } from '../src/platform/config/config.js';
import { openApiDocument } from '../src/platform/http/openapi.js';
import { problemCodes, textOf } from './support/source-files.js';

interface Schema {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  [key: string]: unknown;
}
interface Operation {
  summary?: string;
  operationId: string;
  security?: object[];
  requestBody?: { content?: object };
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let files: Record<string, string>;
let document: Document;
let operations: { call: string; path: string; operation: Operation }[];
beforeAll(async () => {
  files = await contractFiles({ needs: PROGRAM_NEEDS.api, loadConfig, previewApi, openApiDocument } as never);
  document = JSON.parse(files[DOCUMENT]!);
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, path, operation })),
  );
});

const callsThat = (check: (operation: Operation, path: string) => boolean) =>
  operations.filter(({ operation, path }) => check(operation, path)).map(({ call }) => call);

interface Media {
  example?: unknown;
  examples?: object;
}
const contentsOf = (part: { content?: object } | undefined): Media[] =>
  Object.entries(part?.content ?? {})
    .filter(([type]) => type === 'application/json')
    .map(([, media]) => media as Media);

const has = (operation: Operation, status: number) => String(status) in operation.responses;

describe('the contract', () => {
  it.each([DOCUMENT, SCHEMA])('in %s is what the controllers say; `npm run openapi` writes it anew', (path) => {
    expect({ upToDate: files[path] === textOf(path) }).toEqual({ upToDate: true });
  });

  it('names every call once', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it('says of every call what it is for, and never the same twice', () => {
    const said = operations.map(({ operation }) => operation.summary ?? '');
    expect(said.filter((summary, place) => !summary || said.indexOf(summary) !== place)).toEqual([]);
  });

  it('answers with the envelope, failures included', () => {
    const bare = callsThat(
      (operation, path) =>
        Object.entries(operation.responses).some(([status, { content }]) => {
          const schema = content?.['application/json']?.schema;
          if (Number(status) >= 400) return schema?.$ref !== '#/components/schemas/ErrorAnswer';
          return schema?.properties?.success?.enum?.[0] !== true || !schema.required?.includes('data');
        }) && path !== '/config.json',
    );
    expect(bare).toEqual([]);
  });

  it('says what can go wrong with a body, a token, an id, and the server', () => {
    expect(callsThat((operation) => !!operation.requestBody && !has(operation, 400))).toEqual([]);
    expect(callsThat((operation) => !!operation.security && !has(operation, 401))).toEqual([]);
    expect(callsThat((operation, path) => path.includes('{') && !has(operation, 404))).toEqual([]);
    expect(callsThat((operation) => !has(operation, 500) || !has(operation, 503))).toEqual([]);
  });

  it('says that anything can be too much, and shows what every body and answer looks like', () => {
    expect(callsThat((operation) => !has(operation, 429))).toEqual([]);
    const bare = operations.flatMap(({ call, operation }) => [
      ...contentsOf(operation.requestBody).map((one) => [call, 'body', one] as const),
      ...Object.entries(operation.responses).flatMap(([status, response]) =>
        contentsOf(response).map((one) => [call, status, one] as const),
      ),
    ]);
    const shown = bare.filter(([, , { example, examples }]) => example !== undefined || examples !== undefined);
    expect(bare.length).toBeGreaterThan(300);
    expect(shown).toHaveLength(bare.length);
  });

  it('can be read by other tools: every reference leads somewhere, every part of a path is explained', () => {
    const references = [...files[DOCUMENT]!.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference]) => reference!);
    const known = new Set(
      Object.entries(document.components).flatMap(([kind, parts]) =>
        Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
      ),
    );
    expect(references.filter((reference) => !known.has(reference))).toEqual([]);
    const unexplained = operations.filter(({ path, operation }) => {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const told = operation.parameters.filter((one) => one.in === 'path');
      return (
        told
          .map(({ name }) => name)
          .sort()
          .join() !== wanted.sort().join() || told.some(({ required }) => !required)
      );
    });
    expect(unexplained.map(({ call }) => call)).toEqual([]);
    expect((document as unknown as { openapi: string }).openapi).toMatch(/^3\.[01]\./);
  });

  it('names only codes that exist', () => {
    const named = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([, { description }]) => description.split(', ')),
    );
    expect([...new Set(named)].filter((code) => !problemCodes().includes(code))).toEqual([]);
  });

  it('asks for a token where the shop does, and lets guests buy and look', () => {
    expect(callsThat(({ security }) => JSON.stringify(security) === '[{"bearer":[]},{}]').sort()).toEqual([
      'post /api/gdpr/delete/undo',
      'post /api/patterns/{id}/view',
      'post /api/payments/create',
      'post /api/withdrawals',
    ]);
    expect(callsThat(({ security }, path) => path.startsWith('/api/users/') && !security)).toEqual([]);
  });

  it('requires nothing of a visitor that the shop can do without', () => {
    const headers = operations.flatMap(({ operation }) => operation.parameters.filter((one) => one.in !== 'path'));
    // Mail programs can only send back the address they were given, token included.
    expect(headers.filter(({ required, name }) => required && name !== 'token')).toEqual([]);
  });

  it('knows the same kinds of files before and after the purchase', () => {
    const { PatternFileView, CopyView } = document.components.schemas;
    expect(CopyView!.properties!.kind!.enum).toEqual(PatternFileView!.properties!.kind!.enum);
  });

  it('says of every property what it is', () => {
    const vague = Object.entries(document.components.schemas).flatMap(([model, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, one]) => one.type === 'object' && !one.properties && !one.allOf && !one.additionalProperties)
        .map(([name]) => `${model}.${name}`),
    );
    expect(vague).toEqual([]);
  });
});
