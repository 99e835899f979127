import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { loggedTrace } from './request-traces.js';

/**
 * Logs one line per request that reaches Fastify, when it ends, also when the client disconnected. Replaces pino-http,
 * which creates two loggers per request; all fields are known at the end.
 */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Health checks arrive every few seconds.
    if (request.url === '/health') return done();
    const began = Date.now();
    const { raw } = reply;
    raw.once('close', () => {
      const line = {
        req: request,
        res: raw,
        responseTime: Date.now() - began,
        ...loggedTrace(request.raw),
      };
      if (raw.errored || raw.statusCode >= 500) {
        const err = raw.errored ?? new Error(`failed with status code ${raw.statusCode}`);
        logger.info({ ...line, err }, 'request errored');
      } else {
        logger.info(line, raw.writableEnded && !request.raw.readableAborted ? 'request completed' : 'request aborted');
      }
    });
    done();
  });
}
