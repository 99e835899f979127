import type { Persona } from '../support/access-fixtures.js';
import type { Input } from './inputs.js';

/** Inputs that once got an undocumented response. */
export const REGRESSIONS: { call: string; persona: Persona; input: Input }[] = [
  // The response had the error format of the framework and contained the URL.
  { call: 'GET /api/patterns/{id}', persona: 'anonymous', input: { path: '/api/patterns/%ED%A0%80', body: undefined } },
  {
    call: 'GET /api/patterns/{id}',
    persona: 'admin',
    input: { path: `/api/patterns/${'a%40'.repeat(200)}`, body: undefined },
  },
  // The operation has no documented body, and the request had an invalid one.
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
  // The list had undocumented properties.
  { call: 'GET /api/users/purchases', persona: 'owner', input: { path: '/api/users/purchases', body: undefined } },
];
