import { createHash, type Hash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { S3Error, accessDenied } from './s3-error.ts';
import { hmacHex, isSameSignature, sha256Hex, type Signed } from './signature.ts';

const MAX_LINE_BYTES = 4096;
const MIN_CHUNK_BYTES = 8192;
const CRLF = Buffer.from('\r\n');

/**
 * Decodes `aws-chunked` bodies: `size[;chunk-signature=…]\r\n data \r\n … 0[;…]\r\n trailers \r\n`. With `signed`,
 * each signature of a chunk or trailer depends on the previous one; the first depends on the signature of the request. The
 * decoder emits data before it has verified the signature, so the caller must discard the output of a failed stream.
 */
export class AwsChunkedDecoder extends Transform {
  readonly trailers: Record<string, string> = {};
  readonly #chain: SignatureChain | null;
  readonly #signedTrailer: boolean;
  #state: 'size' | 'data' | 'data-end' | 'trailer' | 'end' = 'size';
  #pending: Buffer = Buffer.alloc(0);
  #remaining = 0;
  #sawShortChunk = false;

  constructor(signed: Signed | null, signedTrailer: boolean) {
    super();
    this.#chain = signed && new SignatureChain(signed);
    this.#signedTrailer = signedTrailer;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : bytes;
      while (this.#step());
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: TransformCallback): void {
    done(this.#state === 'end' && this.#pending.length === 0 ? null : incomplete());
  }

  /** Decodes a part of `#pending`. @returns false when more bytes are needed */
  #step(): boolean {
    if (this.#state === 'data') return this.#takeData();
    const line = this.#state === 'end' ? null : this.#takeLine();
    if (line === null) return false;
    if (this.#state === 'size') this.#startChunk(line);
    else if (this.#state === 'data-end') this.#endChunk(line);
    else this.#takeTrailer(line);
    return true;
  }

  #takeLine(): string | null {
    const end = this.#pending.indexOf(CRLF);
    if (end > MAX_LINE_BYTES || (end < 0 && this.#pending.length > MAX_LINE_BYTES)) throw incomplete();
    if (end < 0) return null;
    const line = this.#pending.toString('latin1', 0, end);
    this.#pending = this.#pending.subarray(end + 2);
    return line;
  }

  #startChunk(line: string): void {
    const match = /^([0-9a-f]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line);
    if (!match) throw incomplete();
    this.#remaining = Number.parseInt(match[1] ?? '', 16);
    if (this.#remaining > 0 && this.#sawShortChunk)
      throw new S3Error(
        403,
        'InvalidChunkSizeError',
        'Only the last chunk is allowed to have a size less than 8192 bytes',
      );
    this.#sawShortChunk = this.#remaining < MIN_CHUNK_BYTES;
    this.#chain?.startChunk(match[2] ?? '');
    if (this.#remaining === 0) this.#chain?.endChunk();
    this.#state = this.#remaining === 0 ? 'trailer' : 'data';
  }

  #takeData(): boolean {
    if (this.#pending.length === 0) return false;
    const data = this.#pending.subarray(0, this.#remaining);
    this.#pending = this.#pending.subarray(data.length);
    this.#remaining -= data.length;
    this.#chain?.update(data);
    this.push(data);
    if (this.#remaining === 0) this.#state = 'data-end';
    return true;
  }

  #endChunk(line: string): void {
    if (line !== '') throw incomplete();
    this.#chain?.endChunk();
    this.#state = 'size';
  }

  #takeTrailer(line: string): void {
    if (line === '') {
      if (this.#signedTrailer) this.#chain?.checkTrailer(this.trailers);
      this.#state = 'end';
      return;
    }
    const colon = line.indexOf(':');
    if (colon < 1) throw new S3Error(400, 'MalformedTrailerError', 'The trailer was not well-formed');
    this.trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
}

class SignatureChain {
  readonly #signed: Signed;
  #previous: string;
  #signature = '';
  #hash: Hash = createHash('sha256');

  constructor(signed: Signed) {
    this.#signed = signed;
    this.#previous = signed.signature;
  }

  startChunk(signature: string): void {
    if (!signature) throw accessDenied('Every chunk of this upload must be signed');
    this.#signature = signature;
    this.#hash = createHash('sha256');
  }

  update(data: Buffer): void {
    this.#hash.update(data);
  }

  endChunk(): void {
    this.#check('AWS4-HMAC-SHA256-PAYLOAD', this.#signature, `${sha256Hex('')}\n${this.#hash.digest('hex')}`);
  }

  checkTrailer({ 'x-amz-trailer-signature': signature = '', ...trailers }: Record<string, string>): void {
    const canonical = Object.entries(trailers).map(([name, value]) => `${name}:${value}\n`);
    this.#check('AWS4-HMAC-SHA256-TRAILER', signature, sha256Hex(canonical.sort().join('')));
  }

  #check(algorithm: string, signature: string, content: string): void {
    const { amzDate, scope, signingKey } = this.#signed;
    const expected = hmacHex(signingKey, [algorithm, amzDate, scope, this.#previous, content].join('\n'));
    if (!isSameSignature(signature, expected))
      throw new S3Error(403, 'SignatureDoesNotMatch', 'A chunk of the upload does not match its signature.');
    this.#previous = expected;
  }
}

const incomplete = () =>
  new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly or was not well-formed');
