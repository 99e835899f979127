import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { countAnswer } from '../count-answers.js';
import type { Admit } from '../limits/overload.js';

/**
 * Answers if it can, and counts what it answers. @returns whether it did, or will; in the second case `pass` still leaves
 * the request to the framework
 */
export type Front = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean;

/**
 * Asks `front` before the framework, which builds its objects and looks for a route before anybody may answer. The server
 * stays the one that the framework made, with its timeouts; once it is closing, the framework alone sends visitors away.
 * @param admit decides about whatever would become work of the framework
 */
export function answerFirst(server: Server, front: Front, admit: Admit = () => true): void {
  const framework = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const pass = () => {
      if (!admit(request, response)) return;
      countAnswer(request, response);
      for (const listener of framework) listener.call(server, request, response);
    };
    if (!server.listening || !front(request, response, pass)) pass();
  });
}
