export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  example?: unknown;
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema?: Schema;
}

type Content = Record<string, { schema?: Schema }>;

export interface Operation {
  operationId: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Call {
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

/** All operations; those that end an account or a session come last, because the others need an account with a session. */
export function listCalls({ paths }: Document): Call[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const ending = ({ path }: Call) => Number(/gdpr\/delete|logout/.test(path));
  return calls.toSorted((a, b) => ending(a) - ending(b));
}

export function resolve({ components }: Document, schema: Schema): Schema {
  return schema.$ref ? resolve({ components } as Document, components.schemas[schema.$ref.split('/').pop()!]!) : schema;
}
