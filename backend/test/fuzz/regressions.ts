import type { Persona } from '../support/access-world.js';
import type { Input } from './inputs.js';

/** What was once answered with a status or in a form that is not documented. */
export const REGRESSIONS: { call: string; persona: Persona; input: Input }[] = [
  // The framework's own form of an error, with the address in it.
  { call: 'GET /api/patterns/{id}', persona: 'anonymous', input: { path: '/api/patterns/%ED%A0%80', body: undefined } },
  {
    call: 'GET /api/patterns/{id}',
    persona: 'admin',
    input: { path: `/api/patterns/${'a%40'.repeat(200)}`, body: undefined },
  },
  // A body where none is expected.
  {
    call: 'POST /api/auth/send-verification',
    persona: 'anonymous',
    input: { path: '/api/auth/send-verification', body: '{' },
  },
  {
    call: 'POST /api/auth/send-verification',
    persona: 'owner',
    input: { path: '/api/auth/send-verification', body: '"\\ud800"' },
  },
  // A list that carried more than its document said.
  { call: 'GET /api/users/purchases', persona: 'owner', input: { path: '/api/users/purchases', body: undefined } },
];
