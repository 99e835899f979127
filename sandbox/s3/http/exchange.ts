import type { ServerResponse } from 'node:http';
import type { S3Request } from './s3-request.ts';
import type { Credentials, Signed } from './signature.ts';
import type { Store } from '../store.ts';

/** A request with its response, the store and the credentials of the server. */
export interface Exchange {
  request: S3Request;
  response: ServerResponse;
  store: Store;
  credentials: Credentials;
  /** The location of the buckets; requests can be signed for any region. */
  region: string;
}

export interface SignedExchange extends Exchange {
  signed: Signed;
}

export type Handler = (exchange: SignedExchange) => Promise<void>;

type Headers = Record<string, string | number>;

export function sendXml(response: ServerResponse, xml: string, status = 200, headers: Headers = {}): void {
  const length = Buffer.byteLength(xml);
  response.writeHead(status, { ...headers, 'content-type': 'application/xml', 'content-length': length }).end(xml);
}

export function sendEmpty(response: ServerResponse, status: number, headers: Headers = {}): void {
  response.writeHead(status, status === 200 ? { 'content-length': 0, ...headers } : headers).end();
}

/**
 * Selects the handler by method and, if the query names one, sub-resource: for example `PUT cors`.
 * @returns undefined for an unsupported sub-resource
 */
export function selectHandler(table: Record<string, Handler>, { method, query }: S3Request): Handler | undefined {
  const resource = SUB_RESOURCES.find((name) => query.has(name));
  return table[resource ? `${method} ${resource}` : method];
}

/** The sub-resources of buckets and objects in S3. */
const SUB_RESOURCES = (
  'cors lifecycle location versioning delete uploads uploadId partNumber versionId acl tagging policy policyStatus ' +
  'website notification replication encryption versions logging object-lock ownershipControls publicAccessBlock ' +
  'accelerate analytics inventory intelligent-tiering metrics requestPayment retention legal-hold restore select ' +
  'torrent attributes append renameObject session'
).split(' ');
