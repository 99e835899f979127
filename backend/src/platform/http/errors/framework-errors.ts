import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { responseCounter } from '../count-responses.js';

const envelope = (code: string, message: string) => ({ success: false, message, code, error: { code, message } });

/** Handles invalid URLs, which fail before routing. Fastify's default error would repeat the URL in the response. */
export function handleInvalidUrl(error: { code?: string }, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('cache-control', 'no-store');
  // All ids and tokens are shorter than the longest allowed parameter, so the resource does not exist.
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') {
    void reply.code(404).send(envelope('NOT_FOUND', 'The requested resource was not found.'));
    return;
  }
  void reply.code(400).send(envelope('BAD_REQUEST', 'The address is not valid.'));
}

const RESPONSES: Record<string, [status: number, code: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'BAD_REQUEST', 'The headers and the address are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'Request timeout'],
};

/** Counts with a duration of 0, because the start of the request is unknown. */
const countInvalidRequest = responseCounter('none', 'none');

/** Responds on the raw connection to input from which Node creates no request: invalid HTTP, long headers, timeouts. */
export function handleClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, code, message] = RESPONSES[error.code ?? ''] ?? [400, 'BAD_REQUEST', 'This is not a valid request.'];
  const body = JSON.stringify(envelope(code, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  countInvalidRequest(status, 0);
}
