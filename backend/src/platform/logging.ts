import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Params } from 'nestjs-pino';
import type { Config } from './config.js';

const ROUTE = Symbol('route');
type Routed = IncomingMessage & { [ROUTE]?: string };

/**
 * JSON lines without personal data. Of a request only the method and the template of its route are written, never the
 * address, which may hold a token; of an error its kind and its place, and its words once nothing in them can be personal.
 */
export function loggerOptions(config: Pick<Config, 'logLevel'>): Params {
  return {
    pinoHttp: {
      level: config.logLevel,
      quietReqLogger: true,
      autoLogging: { ignore: (request) => request.url === '/health' },
      wrapSerializers: false,
      serializers: {
        req: (request: Routed & { raw?: Routed; id: unknown }) => ({
          id: request.id,
          method: request.method,
          route: (request.raw ?? request)[ROUTE] ?? 'none',
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
        err: loggedError,
      },
      redact: ['req.headers', '*.password', '*.token', '*.email', '*.authorization'],
    },
  };
}

/** Tells the log which route a request belongs to. */
export function nameRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    (request.raw as Routed)[ROUTE] = request.routeOptions.url ?? 'none';
    done();
  });
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
const PERSONAL: [RegExp, string][] = [
  [/[^\s@"'<>()]+@[^\s@"'<>()]+/g, '[address]'],
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
    stack: frames.join('\n'),
    ...(cause !== undefined && depth < 3 && { cause: loggedError(cause, depth + 1) }),
  };
}

export const withoutPeople = (text: string): string =>
  PERSONAL.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text).slice(0, 2_000);
