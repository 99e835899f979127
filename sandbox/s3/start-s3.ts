/**
 * An S3 server on a directory, for development and tests.
 *
 * Supports what the shop and its tests need: Signature Version 4 (header, presigned URL, upload form, signed chunks),
 * checksums, objects with ranges and conditions, ListObjectsV2, copies, multipart uploads, CORS, stored lifecycle rules, and
 * path-style URLs. Other features are refused with NotImplemented.
 *
 * A write is atomic and is on disk before its response: the content goes to new files, then the record of the object is
 * replaced (see bucket.ts). A killed process leaves only files without a record; the next start removes them. Only one
 * process may use a directory.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { routeBucket } from './http/bucket-routes.ts';
import { preflightHeaders, corsHeaders } from './http/cors.ts';
import { sendEmpty, sendXml } from './http/exchange.ts';
import { routeObject } from './http/object-routes.ts';
import { postObject } from './http/post-object.ts';
import { S3Error } from './http/s3-error.ts';
import { readRequest } from './http/s3-request.ts';
import { authenticate, type Credentials } from './http/signature.ts';
import { Store } from './store.ts';

export interface S3Options extends Credentials {
  /** Directory of the data; created if missing. */
  directory: string;
  /** 0: a free port. */
  port: number;
  /** Location of the buckets; signatures for any region are accepted. Default eu-central-1. */
  region?: string;
  /** Default 127.0.0.1. */
  host?: string;
}

export interface RunningS3 {
  /** The `endpoint` of a client, without a trailing slash. */
  url: string;
  port: number;
  /** Refuses new requests, and closes the server when the running requests have ended, at the latest after a second. */
  close(): Promise<void>;
}

const GRACE_MS = 1000;

/** Starts the server. @throws {Error} when the port is in use or the directory is not usable */
export async function startS3(options: S3Options): Promise<RunningS3> {
  const { directory, port, host = '127.0.0.1', region = 'eu-central-1' } = options;
  const runningRequests = new Set<Promise<void>>();
  let store: Store | null = null;

  const server = createServer({ keepAliveTimeout: 20_000, requestTimeout: 0 }, (incoming, response) => {
    if (!store) return void response.destroy();
    const work = handleRequest(incoming, response, store, options, region)
      .then(() => finished(response))
      .catch(() => undefined)
      .finally(() => runningRequests.delete(work));
    runningRequests.add(work);
  });
  // The port is opened first: a second server fails here, before it could remove files of the first one.
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, host, () => listening());
  });
  try {
    store = new Store(directory);
  } catch (error) {
    server.close();
    throw error;
  }

  const address = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    store = null;
    const graceTimer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await Promise.allSettled(runningRequests);
    clearTimeout(graceTimer);
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`, port: address.port, close };
}

async function handleRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  store: Store,
  credentials: Credentials,
  region: string,
): Promise<void> {
  const requestId = randomUUID();
  response.setHeader('x-amz-request-id', requestId);
  try {
    const request = readRequest(incoming);
    const bucket = store.find(request.bucket);
    if (request.method === 'OPTIONS') return sendEmpty(response, 200, preflightHeaders(bucket, request.headers));
    const allowHeaders = corsHeaders(bucket, request.headers.origin, request.method);
    for (const [name, value] of Object.entries(allowHeaders)) response.setHeader(name, value);

    const exchange = { request, response, store, credentials, region };
    const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
    if (request.method === 'POST' && request.key === '' && isForm) return await postObject(exchange);
    const signed = authenticate(request, credentials);
    await (request.key === '' ? routeBucket : routeObject)({ ...exchange, signed });
  } catch (error) {
    sendError(error, incoming, response, requestId);
  }
}

function sendError(error: unknown, incoming: IncomingMessage, response: ServerResponse, requestId: string): void {
  const clientDisconnected = incoming.destroyed && !incoming.complete;
  const hasStarted = response.headersSent;
  const s3Error =
    error instanceof S3Error
      ? error
      : new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
  if (s3Error.status === 500 && !clientDisconnected && !hasStarted) console.error(error);
  if (hasStarted || clientDisconnected) {
    response.destroy();
    return;
  }
  incoming.resume();
  if (incoming.method === 'HEAD') return sendEmpty(response, s3Error.status);
  const resource = (incoming.url ?? '/').split('?')[0] ?? '/';
  sendXml(response, s3Error.toXml(resource, requestId), s3Error.status);
}
