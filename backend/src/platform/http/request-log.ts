import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { traceLogFields } from './request-traces.js';

/**
 * Logs one line per request that reaches Fastify, when the request ends or the client disconnects. pino-http is not used,
 * because it creates two loggers per request.
 */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Health checks would fill the log, because they arrive every few seconds.
    if (request.url === '/health') return done();
    const startedAt = Date.now();
    const { raw } = reply;
    raw.once('close', () => {
      const line = {
        req: request,
        res: raw,
        responseTime: Date.now() - startedAt,
        ...traceLogFields(request.raw),
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
