interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  example?: unknown;
  default?: unknown;
  minimum?: number;
  nullable?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  oneOf?: Schema[];
}
interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}
interface Response {
  description: string;
  content?: Record<string, Media>;
  headers?: Record<string, object>;
}
interface Operation {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; examples?: Record<string, { value: unknown }> };
}

const MAX_DEPTH = 8;

/** Adds general errors and examples, which controllers do not declare, to the document. */
export function completeDocument(openApiDocument: object): void {
  const document = openApiDocument as Document;
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    for (const property of Object.values(schema.properties ?? {})) allowNull(property);
  }
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      addGeneralErrors(method, operation);
      const body = operation.requestBody?.content['application/json'];
      if (body?.schema && !body.example) body.example = buildExample(document, body.schema);
      for (const [status, response] of Object.entries(operation.responses))
        addExamples(document, Number(status), response);
    }
  }
}

/** Adds null to the values of a nullable enumeration: `enum` without null rejects null, even with `nullable: true`. */
function allowNull(schema: Schema): void {
  const { nullable, enum: values } = schema;
  // Creates a new array, because validation uses the old one.
  if (nullable && values && !values.includes(null)) schema.enum = [...values, null];
}

function addGeneralErrors(method: string, { responses }: Operation): void {
  const isRead = method === 'get';
  addError(responses, 400, 'BAD_REQUEST');
  if (isRead) return;
  addError(responses, 413, 'BODY_TOO_LARGE');
  addError(responses, 415, 'UNSUPPORTED_MEDIA_TYPE');
}

function addError(responses: Operation['responses'], status: number, code: string): void {
  const existing = responses[status];
  if (existing?.description.split(', ').includes(code)) return;
  const schema = { $ref: '#/components/schemas/ErrorAnswer' };
  if (existing) existing.description = [existing.description, code].filter(Boolean).join(', ');
  else responses[status] = { description: code, content: { 'application/json': { schema } } };
}

function addExamples(document: Document, status: number, response: Response): void {
  const media = response.content?.['application/json'];
  if (!media?.schema || media.example || media.examples) return;
  if (status < 400) {
    media.example = buildExample(document, media.schema);
    return;
  }
  if (status === 429 || status === 503) {
    response.headers = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', example: 30 } } };
  }
  // The examples are components of the document, because most codes belong to dozens of endpoints.
  const examples = ((document.components ??= {}).examples ??= {});
  media.examples = Object.fromEntries(
    response.description.split(', ').map((code) => {
      const message = `${code[0]}${code.slice(1).toLowerCase().replaceAll('_', ' ')}.`;
      examples[code] = { value: { success: false, message, code, error: { code, message } } };
      return [code, { $ref: `#/components/examples/${code}` }];
    }),
  );
}

/** Builds an example from the examples of the properties. */
function buildExample(document: Document, schema: Schema, depth = 0): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (depth > MAX_DEPTH) return null;
  if (schema.$ref)
    return buildExample(document, document.components?.schemas?.[schema.$ref.split('/').pop()!] ?? {}, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => buildExample(document, part, depth + 1)));
  if (schema.oneOf) return buildExample(document, schema.oneOf[0]!, depth + 1);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          buildExample(document, property, depth + 1),
        ]),
      );
    case 'array':
      return schema.items ? [buildExample(document, schema.items, depth + 1)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return schema.nullable ? null : exampleText(schema.format);
  }
}

function exampleText(format?: string): string {
  if (format === 'uuid') return '01a1ffb1-0cb6-76e5-a85f-3c3f15abf105';
  if (format === 'date-time') return '2026-11-21T19:00:00.000Z';
  if (format === 'email') return 'lina@example.com';
  return 'text';
}
