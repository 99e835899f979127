import type { Params } from 'nestjs-pino';
import type { Config } from './config.js';

/** JSON lines without personal data: no bodies, no query strings, no tokens in paths. */
export function loggerOptions(config: Pick<Config, 'logLevel'>): Params {
  return {
    pinoHttp: {
      level: config.logLevel,
      quietReqLogger: true,
      autoLogging: { ignore: (request) => request.url === '/health' },
      serializers: {
        req: (request: { id: unknown; method: string; url: string }) => ({
          id: request.id,
          method: request.method,
          path: redactPath(request.url),
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
      redact: ['req.headers', 'err.config', 'err.request', 'err.raw', 'err.parameters', 'err.detail'],
    },
  };
}

/** Path parts that can be a token are as good as the token itself. */
function redactPath(url: string): string {
  return url.replace(/\?.*$/, '').replace(/\/[A-Za-z0-9_-]{40,}/g, '/[token]');
}
