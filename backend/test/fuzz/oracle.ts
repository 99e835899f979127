import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Call, Document, Schema } from './document.js';

export interface FuzzResponse {
  status: number;
  contentType: string;
  body: string;
  ms: number;
}

const SLOW_MS = 2_000;

/** Checks responses against the OpenAPI document. */
export class Oracle {
  private readonly ajv = new Ajv({ strict: false, allErrors: false, validateFormats: true });
  private readonly checks = new Map<string, ValidateFunction>();

  constructor(document: Document) {
    (addFormats as unknown as (ajv: Ajv) => void)(this.ajv);
    this.ajv.addSchema({ $id: 'document', components: closed(document.components) as object });
  }

  /** @returns how the response differs from the document; null when it does not */
  violation({ name, operation }: Call, { status, contentType, body, ms }: FuzzResponse): string | null {
    // Node refuses headers above 16 KB before the application sees them.
    if (status === 431) return null;
    if (status >= 500) return `status ${status}: ${body.slice(0, 300)}`;
    const documented = operation.responses[status];
    if (!documented) return `undocumented status ${status}: ${body.slice(0, 300)}`;
    const schema = documented.content?.['application/json']?.schema;
    if (schema && contentType.startsWith('application/json')) {
      const difference = this.mismatch(`${name} ${status}`, schema, body);
      if (difference) return `status ${status} with ${difference}: ${body.slice(0, 300)}`;
    } else if (schema) return `content type ${contentType} instead of JSON`;
    return ms > SLOW_MS ? `took ${Math.round(ms)} ms` : null;
  }

  private mismatch(key: string, schema: Schema, body: string): string | null {
    let check = this.checks.get(key);
    if (!check) {
      check = this.ajv.compile(
        closed(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as Schema) as object,
      );
      this.checks.set(key, check);
    }
    try {
      if (check(JSON.parse(body))) return null;
      return `${this.ajv.errorsText(check.errors)} ${JSON.stringify(check.errors?.[0]?.params)}`;
    } catch (error) {
      return (error as Error).message;
    }
  }
}

/** @returns the schema with `additionalProperties: false` in all objects, so that undocumented properties are found */
function closed<T>(schema: T, inAllOf = false): T {
  if (Array.isArray(schema)) return schema.map((part) => closed(part, inAllOf)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'enum' || key === 'example' ? value : closed(value, key === 'allOf'),
    ]),
  );
  const { type, properties, additionalProperties, allOf, nullable, ...rest } = copy as Schema;
  // OpenAPI 3.0 allows `nullable` next to a reference, JSON Schema only next to a type.
  if (nullable === true && (type === undefined || allOf)) {
    return { anyOf: [{ ...rest, ...(allOf && { allOf }) }, { type: 'null' }] } as T;
  }
  // Checks `type`, because an object that lists properties can itself have a property named `properties`.
  if (type === 'object' && properties && additionalProperties === undefined && !allOf && !inAllOf) {
    return { ...copy, additionalProperties: false } as T;
  }
  return copy as T;
}
