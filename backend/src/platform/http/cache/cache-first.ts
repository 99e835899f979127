import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { countResponse } from '../count-responses.js';
import type { Admit } from '../limits/overload.js';

/**
 * Responds to a request if it can, and counts that response in the metrics.
 * @returns true when it has responded or will decide later. In the latter case it either responds or calls `pass`, which
 * hands the request to Fastify
 */
export type FirstResponder = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean;

/**
 * Calls `responder` before Fastify, whose own work per request (objects, routing) costs more than a cached response. The
 * server and its timeouts stay those of Fastify. While the server closes, Fastify handles all requests.
 * @param admit decides whether a request reaches Fastify
 */
export function respondFirst(server: Server, responder: FirstResponder, admit: Admit = () => true): void {
  const fastifyListeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const pass = () => {
      if (!admit(request, response)) return;
      countResponse(request, response);
      for (const listener of fastifyListeners) listener.call(server, request, response);
    };
    if (!server.listening || !responder(request, response, pass)) pass();
  });
}
