import type { FastifyRequest } from 'fastify';
import type { Params } from 'nestjs-pino';
import type { Config } from '../config/config.js';
import { routeOf } from '../http/route-template.js';
import { connectionLost } from '../database/lost-connection.js';
import { loggedPlace } from './spans.js';

/**
 * JSON lines without personal data. Requests that reach the framework are a line each; what is answered before it, by the
 * thousand in a second, is counted in the metrics instead. Of a request only the method and the template of its route are
 * written, never the address, which may hold a token; of an error its kind and its place, and its words once nothing in
 * them can be personal.
 */
export function loggerOptions(config: Pick<Config, 'logLevel'>): Params {
  return {
    // Its middleware is left out: logRequests writes the lines.
    forRoutes: [],
    pinoHttp: {
      level: config.logLevel,
      wrapSerializers: false,
      mixin: () => loggedPlace(),
      serializers: {
        req: ({ id, method, raw }: FastifyRequest) => ({ id, method, route: routeOf(raw) }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
        err: loggedError,
      },
      redact: ['*.password', '*.token', '*.email', '*.authorization'],
    },
  };
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Characters of a text that are written, and that are looked at: what somebody else made long costs no more than that. */
const KEPT = 2_000;
const READ = 2 * KEPT;
/** More than is left of an address, a number or a token that was cut through and cannot be told for one any more. */
const HALF = 320;
const PERSONAL: [RegExp, string][] = [
  // From where a word begins and from nowhere inside of it, or the time grows with the square of its length.
  [/(?<![^\s@"'<>()])[^\s@"'<>()]+@[^\s@"'<>()]+/g, '[address]'],
  [/\b(?:\d[ -]?){12,18}\d\b/g, '[number]'],
  [/[A-Za-z0-9_-]{40,}(?:\.[A-Za-z0-9_-]+)*/g, '[token]'],
];

interface Thrown {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  code?: unknown;
  constraint?: unknown;
  table?: unknown;
  status?: unknown;
  statusCode?: unknown;
  cause?: unknown;
}

/** What a line says of an error. PostgreSQL and the ORM quote values in their messages, so theirs is left out. */
export function loggedError(thrown: unknown, depth = 0): unknown {
  if (typeof thrown !== 'object' || thrown === null) return { message: withoutPeople(String(thrown)) };
  const { name, message, stack, code, constraint, table, status, statusCode, cause } = thrown as Thrown;
  const fromDatabase = typeof code === 'string' && SQLSTATE.test(code) && !/^E[A-Z]{4}$/.test(code);
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 20);
  return {
    type: String(name ?? 'Error'),
    message: fromDatabase ? 'refused by PostgreSQL' : withoutPeople(String(message ?? '')),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...((status ?? statusCode) !== undefined && { status: status ?? statusCode }),
    // Where a lost connection was noticed says nothing, and an outage writes many of them.
    ...(!connectionLost(thrown) && { stack: frames.join('\n') }),
    ...(cause !== undefined && depth < 3 && { cause: loggedError(cause, depth + 1) }),
  };
}

/** @returns at most 2,000 characters */
export function withoutPeople(text: string): string {
  const masked = PERSONAL.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text.slice(0, READ));
  return (text.length > READ ? withoutHalf(masked) : masked).slice(0, KEPT);
}

/** What was cut through at the end was perhaps not recognised. */
function withoutHalf(masked: string): string {
  const lastWord = masked.lastIndexOf(' ') + 1;
  const recognised = PERSONAL.some(([, word]) => masked.includes(word, lastWord));
  return `${masked.slice(0, recognised ? lastWord : -HALF)}…`;
}
