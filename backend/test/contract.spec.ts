import { contractFiles, DOCUMENT, SCHEMA } from '../../tools/contract-files.ts';
import { previewApi } from '../src/create-api.js';
import { PROGRAM_NEEDS } from '../src/platform/config/needs.js';
import { loadConfig } from '../src/platform/config/config.js';
import { openApiDocument } from '../src/platform/http/openapi.js';
import { errorCodes, textOf } from './support/source-files.js';

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

/** The configuration of the storefront, and a file for the tax adviser. */
const WITHOUT_ENVELOPE = new Set(['/config.json', '/api/admin/books']);

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

const callsWhere = (check: (operation: Operation, path: string) => boolean) =>
  operations.filter(({ operation, path }) => check(operation, path)).map(({ call }) => call);

interface Media {
  example?: unknown;
  examples?: object;
}
const contentsOf = (part: { content?: object } | undefined): Media[] =>
  Object.entries(part?.content ?? {})
    .filter(([type]) => type === 'application/json')
    .map(([, media]) => media as Media);

const documentsStatus = (operation: Operation, status: number) => String(status) in operation.responses;

describe('the OpenAPI document', () => {
  it.each([DOCUMENT, SCHEMA])('matches the controllers: %s (`npm run openapi` updates it)', (path) => {
    expect({ upToDate: files[path] === textOf(path) }).toEqual({ upToDate: true });
  });

  it('has unique operation ids', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has a unique summary per operation', () => {
    const summaries = operations.map(({ operation }) => operation.summary ?? '');
    expect(summaries.filter((summary, index) => !summary || summaries.indexOf(summary) !== index)).toEqual([]);
  });

  it('wraps results and errors in the envelope', () => {
    const withoutEnvelope = callsWhere(
      (operation, path) =>
        Object.entries(operation.responses).some(([status, { content }]) => {
          const schema = content?.['application/json']?.schema;
          if (Number(status) >= 400) return schema?.$ref !== '#/components/schemas/ErrorAnswer';
          return schema?.properties?.success?.enum?.[0] !== true || !schema.required?.includes('data');
        }) && !WITHOUT_ENVELOPE.has(path),
    );
    expect(withoutEnvelope).toEqual([]);
  });

  it('documents 400 for bodies, 401 for tokens, 404 for ids, 500 and 503', () => {
    expect(callsWhere((operation) => !!operation.requestBody && !documentsStatus(operation, 400))).toEqual([]);
    expect(callsWhere((operation) => !!operation.security && !documentsStatus(operation, 401))).toEqual([]);
    expect(callsWhere((operation, path) => path.includes('{') && !documentsStatus(operation, 404))).toEqual([]);
    expect(callsWhere((operation) => !documentsStatus(operation, 500) || !documentsStatus(operation, 503))).toEqual([]);
  });

  it('documents 429 for each operation, and an example for each body and response', () => {
    expect(callsWhere((operation) => !documentsStatus(operation, 429))).toEqual([]);
    const contents = operations.flatMap(({ call, operation }) => [
      ...contentsOf(operation.requestBody).map((media) => [call, 'body', media] as const),
      ...Object.entries(operation.responses).flatMap(([status, response]) =>
        contentsOf(response).map((media) => [call, status, media] as const),
      ),
    ]);
    const withExample = contents.filter(
      ([, , { example, examples }]) => example !== undefined || examples !== undefined,
    );
    expect(contents.length).toBeGreaterThan(300);
    expect(withExample).toHaveLength(contents.length);
  });

  it('has no broken reference and no undocumented path parameter', () => {
    const references = [...files[DOCUMENT]!.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference]) => reference!);
    const known = new Set(
      Object.entries(document.components).flatMap(([kind, parts]) =>
        Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
      ),
    );
    expect(references.filter((reference) => !known.has(reference))).toEqual([]);
    const undocumented = operations.filter(({ path, operation }) => {
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const documented = operation.parameters.filter((parameter) => parameter.in === 'path');
      return (
        documented
          .map(({ name }) => name)
          .sort()
          .join() !== parameters.sort().join() || documented.some(({ required }) => !required)
      );
    });
    expect(undocumented.map(({ call }) => call)).toEqual([]);
    expect((document as unknown as { openapi: string }).openapi).toMatch(/^3\.[01]\./);
  });

  it('names only existing error codes', () => {
    const named = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([, { description }]) => description.split(', ')),
    );
    expect([...new Set(named)].filter((code) => !errorCodes().includes(code))).toEqual([]);
  });

  it('makes the token optional for exactly six operations, and requires a token below /api/users', () => {
    expect(callsWhere(({ security }) => JSON.stringify(security) === '[{"bearer":[]},{}]').sort()).toEqual([
      'post /api/gdpr/delete/confirm',
      'post /api/gdpr/delete/undo',
      'post /api/patterns/{id}/report',
      'post /api/patterns/{id}/view',
      'post /api/payments/create',
      'post /api/withdrawals',
    ]);
    expect(callsWhere(({ security }, path) => path.startsWith('/api/users/') && !security)).toEqual([]);
  });

  it('requires no query parameter or header except the token of a mailed link', () => {
    const parameters = operations.flatMap(({ operation }) =>
      operation.parameters.filter((parameter) => parameter.in !== 'path'),
    );
    // A mail program calls the one-click URL unchanged, so the token is in the query.
    expect(parameters.filter(({ required, name }) => required && name !== 'token')).toEqual([]);
  });

  it('has the same file kinds in patterns and in purchases', () => {
    const { PatternFileView, CopyView } = document.components.schemas;
    expect(CopyView!.properties!.kind!.enum).toEqual(PatternFileView!.properties!.kind!.enum);
  });

  it('has a type for each property', () => {
    const untyped = Object.entries(document.components.schemas).flatMap(([model, { properties = {} }]) =>
      Object.entries(properties)
        .filter(
          ([, schema]) =>
            schema.type === 'object' && !schema.properties && !schema.allOf && !schema.additionalProperties,
        )
        .map(([name]) => `${model}.${name}`),
    );
    expect(untyped).toEqual([]);
  });
});
