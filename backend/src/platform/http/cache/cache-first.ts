import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { countResponse } from '../count-responses.js';
import type { Admit } from '../limits/overload.js';

/**
 * Responds if it can, and counts its responses.
 * @returns whether it responded or will; in the latter case it may still call `pass` to leave the request to the
 * framework
 */
export type Front = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean;

/**
 * Calls `front` before Fastify, which creates its objects and finds a route before any handler runs. The server stays
 * the one that Fastify made, with its timeouts; while it closes, Fastify alone handles requests.
 * @param admit decides whether a request reaches Fastify
 */
export function respondFirst(server: Server, front: Front, admit: Admit = () => true): void {
  const framework = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const pass = () => {
      if (!admit(request, response)) return;
      countResponse(request, response);
      for (const listener of framework) listener.call(server, request, response);
    };
    if (!server.listening || !front(request, response, pass)) pass();
  });
}
