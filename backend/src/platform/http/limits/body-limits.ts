import type { FastifyInstance, RouteOptions } from 'fastify';
import { ApiError } from '../../api-error.js';

const KIB = 1024;
/** Default maximum size of a JSON body in bytes. */
export const BODY_LIMIT = 100 * KIB;
/** Routes with a larger maximum, in bytes. */
const BODY_LIMITS: Record<string, number> = {
  'POST /api/payments/webhook': 256 * KIB,
  'POST /api/patterns': 1024 * KIB,
  'PUT /api/patterns/:id': 1024 * KIB,
};
/** Routes whose body is not inspected: Stripe's webhook, which is verified by the signature of its raw bytes. */
const NOT_INSPECTED = new Set(['POST /api/payments/webhook']);

const MAX_DEPTH = 32;
const MAX_VALUES = 1_000;

/**
 * Sets the size limits of BODY_LIMITS. Also rejects small bodies that would cause a 500: 10 KB of deeply nested JSON
 * overflow the stack of class-transformer, and PostgreSQL cannot store the NUL character. Call before routes are registered.
 */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route: RouteOptions) => {
    for (const method of [route.method].flat()) {
      const limit = BODY_LIMITS[`${method} ${route.url}`];
      if (limit) route.bodyLimit = limit;
    }
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (!NOT_INSPECTED.has(`${request.method} ${request.routeOptions.url}`)) inspect(request.body);
    inspect(request.query);
    inspect(request.params);
    done();
  });
}

function inspect(root: unknown): void {
  const stack: [unknown, number][] = [[root, 0]];
  let values = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string' && isUnstorable(value)) {
      throw new ApiError(400, 'VALIDATION_FAILED', 'A value contains characters that are not text');
    }
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    if (depth > MAX_DEPTH)
      throw new ApiError(400, 'BODY_TOO_DEEP', `The body is nested deeper than ${MAX_DEPTH} levels`);
    for (const child of Object.values(value)) {
      values += 1;
      if (values > MAX_VALUES)
        throw new ApiError(400, 'BODY_TOO_COMPLEX', `The body has more than ${MAX_VALUES} values`);
      stack.push([child, depth + 1]);
    }
  }
}

/** Whether a text contains NUL or a lone surrogate. jsonb rejects them, and text columns would store a different text. */
export const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed();
