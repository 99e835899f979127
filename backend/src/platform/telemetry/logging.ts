import type { FastifyRequest } from 'fastify';
import type { Params } from 'nestjs-pino';
import type { Config } from '../config/config.js';
import { getRoute } from '../http/route-template.js';
import { connectionLost } from '../database/lost-connection.js';
import { contextLogFields } from './spans.js';

/**
 * Options for JSON logs without personal data. Each request that reaches Fastify has one line; cached responses, thousands
 * per second, are only counted in metrics. The line contains the method and the route template, not the URL, which can
 * contain a token. An error is logged with its type, its stack and its masked message.
 */
export function loggerOptions(config: Pick<Config, 'logLevel'>): Params {
  return {
    // Disables the middleware of nestjs-pino, because logRequests writes the request lines.
    forRoutes: [],
    pinoHttp: {
      level: config.logLevel,
      wrapSerializers: false,
      mixin: () => contextLogFields(),
      serializers: {
        req: ({ id, method, raw }: FastifyRequest) => ({ id, method, route: getRoute(raw) }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
        err: toLoggedError,
      },
      redact: ['*.password', '*.token', '*.email', '*.authorization'],
    },
  };
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Maximum length of a logged message in characters. */
const MAX_LOGGED = 2_000;
/** Only this many characters of a message are searched for personal data, which bounds the time for a long message. */
const MAX_PROCESSED = 2 * MAX_LOGGED;
/**
 * Number of characters to remove from a message that was cut at MAX_PROCESSED. The cut can leave the beginning of an
 * address, number or token, which no pattern matches. Such a beginning is always shorter than this number.
 */
const MAX_REMAINDER = 320;
const PERSONAL_DATA: [RegExp, string][] = [
  // The lookbehind anchors the match at the start of a word. Without it, the time is quadratic in the word's length.
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

/** The fields of an error that are logged. Messages of PostgreSQL contain values of rows, so they are omitted. */
export function toLoggedError(thrown: unknown, depth = 0): unknown {
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
    // The stack of a lost connection contains no information, and an outage logs many such errors.
    ...(!connectionLost(thrown) && { stack: frames.join('\n') }),
    ...(cause !== undefined && depth < 3 && { cause: toLoggedError(cause, depth + 1) }),
  };
}

/** Replaces mail addresses, long numbers and tokens. @returns at most 2,000 characters */
export function maskPersonalData(text: string): string {
  const masked = PERSONAL_DATA.reduce(
    (rest, [pattern, word]) => rest.replace(pattern, word),
    text.slice(0, MAX_PROCESSED),
  );
  return (text.length > MAX_PROCESSED ? withoutTruncated(masked) : masked).slice(0, MAX_LOGGED);
}

/** Removes a possibly truncated address, number or token at the end. */
function withoutTruncated(masked: string): string {
  const lastWord = masked.lastIndexOf(' ') + 1;
  const recognised = PERSONAL_DATA.some(([, word]) => masked.includes(word, lastWord));
  return `${masked.slice(0, recognised ? lastWord : -MAX_REMAINDER)}…`;
}
