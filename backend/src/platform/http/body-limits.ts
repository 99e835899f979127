import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.js';

const MAX_DEPTH = 32;
const MAX_KEYS = 1_000;

/**
 * Refuses bodies that are small on the wire and expensive to look at. 10 KB of nested JSON overflow the stack of
 * class-transformer, and PostgreSQL refuses the NUL character: both would otherwise be answered with 500.
 */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', async (request) => {
    inspect(request.body);
    inspect(request.query);
    inspect(request.params);
  });
}

function inspect(root: unknown): void {
  const stack: [unknown, number][] = [[root, 0]];
  let keys = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string' && value.includes('\0')) {
      throw new Problem(400, 'VALIDATION_FAILED', 'A value contains the NUL character');
    }
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    if (depth > MAX_DEPTH)
      throw new Problem(400, 'BODY_TOO_DEEP', `The body is nested deeper than ${MAX_DEPTH} levels`);
    for (const child of Object.values(value)) {
      keys += 1;
      if (keys > MAX_KEYS) throw new Problem(400, 'BODY_TOO_COMPLEX', `The body has more than ${MAX_KEYS} values`);
      stack.push([child, depth + 1]);
    }
  }
}
