import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { loggedTrace } from './request-traces.js';

/**
 * One line for every request that reaches the framework, when it is over: also of a visitor who did not wait. Written here
 * and not by pino-http, which makes two loggers for each request where all that they would add is known at the end.
 */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Asked every few seconds by machines.
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
