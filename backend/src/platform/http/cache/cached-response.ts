import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'identity' | 'br' | 'gzip';

interface Variant {
  etag: string;
  body: Buffer;
  /** Alternating names and values, the format of writeHead. */
  head: string[];
  /** The headers of a 304 response, in the same format. */
  unchangedHead: string[];
}

/** Bytes. Compression does not help smaller bodies. */
const MIN_COMPRESSED_BYTES = 1024;
/** Above quality 4, Brotli takes more time than the smaller response saves on the network. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
};

/** Headers that are the same for all clients. All others, such as rate limits and cookies, belong to one client. */
const SHARED =
  /^(cache-control|vary|content-security-policy|cross-origin-.*|origin-agent-cluster|permissions-policy|referrer-policy|reporting-endpoints|strict-transport-security|x-(content-type|dns|download|frame|permitted|xss).*)$/;

/** The headers that all cached responses share. */
export interface CommonHead {
  type: string;
  /** Alternating names and values. */
  shared: string[];
}

/** @param headers the headers of one response, including the security headers */
export function commonHead(headers: Record<string, number | string | string[] | undefined>): CommonHead {
  const shared = Object.entries(headers)
    .filter(([name, value]) => value !== undefined && SHARED.test(name))
    .flatMap(([name, value]) => [name, String(value)]);
  return { type: String(headers['content-type']), shared };
}

/** A response body with its hash and headers. Compressed bodies are added on first use. */
export class CachedResponse {
  private readonly variants = new Map<Encoding, Variant>();
  private readonly hash: string;
  /** Approximate memory in bytes. */
  bytes = 1_000;

  constructor(
    private readonly body: Buffer,
    private readonly common: CommonHead,
  ) {
    this.hash = hash('sha256', body, 'base64url').slice(0, 27);
    this.add('identity', body);
  }

  /** @returns undefined until `prepare` has created the body in this encoding */
  variant(encoding: Encoding): Variant | undefined {
    return this.variants.get(this.body.length < MIN_COMPRESSED_BYTES ? 'identity' : encoding);
  }

  async prepare(encoding: Encoding): Promise<Variant> {
    const ready = this.variant(encoding);
    if (ready || encoding === 'identity') return ready ?? this.variants.get('identity')!;
    return this.add(encoding, await compress[encoding](this.body));
  }

  private add(encoding: Encoding, body: Buffer): Variant {
    const etag = `"${this.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const unchangedHead = [...this.common.shared, 'etag', etag];
    const head = [...unchangedHead, 'content-type', this.common.type, 'content-length', String(body.length)];
    if (encoding !== 'identity') head.push('content-encoding', encoding);
    const variant = { etag, body, head, unchangedHead };
    if (!this.variants.has(encoding)) this.bytes += body.length;
    this.variants.set(encoding, variant);
    return variant;
  }
}

/**
 * Writes directly to the Node response, because Fastify's overhead would cost more than the response itself.
 * @returns the HTTP status
 */
export function write(response: ServerResponse, variant: Variant, ifNoneMatch: string | undefined): 200 | 304 {
  if (matchesEtag(variant.etag, ifNoneMatch)) {
    response.writeHead(304, variant.unchangedHead).end();
    return 304;
  }
  response.writeHead(200, variant.head).end(variant.body);
  return 200;
}

/** Compares an ETag with If-None-Match (RFC 9110, 13.1.2). A proxy can have changed the tag to a weak one. */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** Encodings by Accept-Encoding header. Browsers send few distinct values; the limit is for clients that send many. */
const encodings = new LRUCache<string, Encoding>({ max: 100 });

/** The best encoding that the client accepts. `q=0` rejects an encoding; other weights are ignored. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity';
  const cached = encodings.get(accepted);
  if (cached) return cached;
  const offers = accepted.split(',').map((value) => value.trim().toLowerCase());
  const findOffer = (name: string) => offers.find((value) => value.split(';')[0]!.trim() === name);
  const accepts = (name: string) => {
    const offer = findOffer(name) ?? findOffer('*');
    return offer !== undefined && !/;\s*q=0(\.0*)?$/.test(offer);
  };
  const encoding = accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity';
  encodings.set(accepted, encoding);
  return encoding;
}
