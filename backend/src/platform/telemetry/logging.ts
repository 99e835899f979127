import type { FastifyRequest } from 'fastify';
import type { Params } from 'nestjs-pino';
import type { Config } from '../config/config.js';
import { getRoute } from '../http/route-template.js';
import { connectionLost } from '../database/lost-connection.js';
import { loggedPlace } from './spans.js';

/**
 * Options for JSON logs without personal data. Requests that reach Fastify get one line each; responses from the cache,
 * thousands per second, are only counted in metrics. A request is logged by method and route template, never by URL,
 * which may contain a token; an error by type and stack, and by its message after masking.
 */
export function loggerOptions(config: Pick<Config, 'logLevel'>): Params {
  return {
    // No middleware of nestjs-pino: logRequests writes the request lines.
    forRoutes: [],
    pinoHttp: {
      level: config.logLevel,
      wrapSerializers: false,
      mixin: () => loggedPlace(),
      serializers: {
        req: ({ id, method, raw }: FastifyRequest) => ({ id, method, route: getRoute(raw) }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
        err: loggedError,
      },
      redact: ['*.password', '*.token', '*.email', '*.authorization'],
    },
  };
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Maximum characters that are logged, and that are processed: a long message costs no more. */
const MAX_LOGGED = 2_000;
const MAX_PROCESSED = 2 * MAX_LOGGED;
/** Longer than the remainder of a truncated address, number or token, which the patterns cannot match. */
const LONGEST_REMAINDER = 320;
const PERSONAL: [RegExp, string][] = [
  // Anchored at the start of a word; otherwise the time is quadratic in the word's length.
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

/** The logged fields of an error. Messages of PostgreSQL and MikroORM quote values, so they are omitted. */
export function loggedError(thrown: unknown, depth = 0): unknown {
  if (typeof thrown !== 'object' || thrown === null) return { message: maskPersonalData(String(thrown)) };
  const { name, message, stack, code, constraint, table, status, statusCode, cause } = thrown as Thrown;
  const fromDatabase = typeof code === 'string' && SQLSTATE.test(code) && !/^E[A-Z]{4}$/.test(code);
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 20);
  return {
    type: String(name ?? 'Error'),
    message: fromDatabase ? 'refused by PostgreSQL' : maskPersonalData(String(message ?? '')),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...((status ?? statusCode) !== undefined && { status: status ?? statusCode }),
    // The stack of a lost connection carries no information, and an outage logs many of them.
    ...(!connectionLost(thrown) && { stack: frames.join('\n') }),
    ...(cause !== undefined && depth < 3 && { cause: loggedError(cause, depth + 1) }),
  };
}

/** @returns at most 2,000 characters */
export function maskPersonalData(text: string): string {
  const masked = PERSONAL.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text.slice(0, MAX_PROCESSED));
  return (text.length > MAX_PROCESSED ? withoutTruncated(masked) : masked).slice(0, MAX_LOGGED);
}

/** Removes a possibly truncated address, number or token at the end. */
function withoutTruncated(masked: string): string {
  const lastWord = masked.lastIndexOf(' ') + 1;
  const recognised = PERSONAL.some(([, word]) => masked.includes(word, lastWord));
  return `${masked.slice(0, recognised ? lastWord : -LONGEST_REMAINDER)}…`;
}
