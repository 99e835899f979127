import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error, accessDenied } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** A verified signature: the hash or streaming mode of the body, and the key and signature for signed chunks. */
export interface Signed {
  payload: string;
  signingKey: Buffer;
  signature: string;
  amzDate: string;
  scope: string;
}

interface SignatureClaim {
  credential: string;
  signedHeaders: string;
  signature: string;
  amzDate: string;
  payload: string;
}

const SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_S = 7 * 24 * 3600;
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

export const sha256Hex = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
export const hmacHex = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');

/** Percent-encodes as RFC 3986 requires; encodeURIComponent leaves more characters unencoded. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function isSameSignature(actual: string, expected: string): boolean {
  return actual.length === expected.length && timingSafeEqual(Buffer.from(actual), Buffer.from(expected));
}

/**
 * Parses `key/day/region/s3/aws4_request` and derives the signing key. Accepts any region.
 * @throws {S3Error} InvalidAccessKeyId, AuthorizationHeaderMalformed
 */
export function openCredential(credential: string, amzDate: string, credentials: Credentials) {
  const [accessKeyId, day = '', region = '', service, terminator, ...more] = credential.split('/');
  if (service !== 's3' || terminator !== 'aws4_request' || more.length > 0 || !region || !amzDate.startsWith(day))
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed; wrong credential');
  if (accessKeyId !== credentials.accessKeyId)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  return { signingKey, scope: `${day}/${region}/s3/aws4_request` };
}

/**
 * Verifies an AWS Signature Version 4, in the Authorization header or in the query of a presigned URL.
 * @throws {S3Error} when the signature is missing, malformed, expired or wrong, or its time is too far from the current time
 */
export function authenticate(request: S3Request, credentials: Credentials): Signed {
  const presigned = request.query.has('X-Amz-Signature') || request.query.has('X-Amz-Algorithm');
  const claim = presigned ? presignedClaim(request) : headerClaim(request);
  const { signingKey, scope } = openCredential(claim.credential, claim.amzDate, credentials);
  checkSignedHeaders(request, claim.signedHeaders.split(';'));

  const canonical = canonicalRequest(request, claim);
  const stringToSign = ['AWS4-HMAC-SHA256', claim.amzDate, scope, sha256Hex(canonical)].join('\n');
  if (!isSameSignature(claim.signature, hmacHex(signingKey, stringToSign)))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      { StringToSign: stringToSign, CanonicalRequest: canonical },
    );
  // S3 treats parameters of a presigned URL as headers, e.g. x-amz-meta-*.
  if (presigned)
    for (const [name, value] of request.query)
      if (name.startsWith('x-amz-')) request.headers[name] = Buffer.from(value, 'utf8').toString('latin1');
  return { payload: claim.payload, signingKey, signature: claim.signature, amzDate: claim.amzDate, scope };
}

function headerClaim({ headers }: S3Request): SignatureClaim {
  if (!headers.authorization) throw accessDenied();
  const match = /^AWS4-HMAC-SHA256 +Credential=([^, ]+), *SignedHeaders=([^, ]+), *Signature=([0-9a-f]{64})$/.exec(
    headers.authorization,
  );
  if (!match) throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  const amzDate = headers['x-amz-date'] ?? '';
  if (Math.abs(Date.now() - parseAmzDate(amzDate)) > SKEW_MS)
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  const payload = headers['x-amz-content-sha256'];
  if (!payload)
    throw new S3Error(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  return { credential, signedHeaders, signature, amzDate, payload };
}

function presignedClaim({ query }: S3Request): SignatureClaim {
  const parameter = (name: string) => {
    const value = query.get(`X-Amz-${name}`);
    if (!value) throw malformedQuery(`Query-string authentication requires the X-Amz-${name} parameter`);
    return value;
  };
  if (parameter('Algorithm') !== 'AWS4-HMAC-SHA256')
    throw malformedQuery('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  const amzDate = parameter('Date');
  const expires = Number(parameter('Expires'));
  if (!(Number.isInteger(expires) && expires > 0 && expires <= MAX_EXPIRES_S))
    throw malformedQuery('X-Amz-Expires must be between 1 and 604800 seconds');
  const start = parseAmzDate(amzDate);
  if (Date.now() > start + expires * 1000) throw accessDenied('Request has expired');
  if (start > Date.now() + SKEW_MS) throw accessDenied('Request is not valid yet');
  return {
    credential: parameter('Credential'),
    signedHeaders: parameter('SignedHeaders'),
    signature: parameter('Signature'),
    amzDate,
    payload: query.get('X-Amz-Content-Sha256') ?? UNSIGNED_PAYLOAD,
  };
}

const malformedQuery = (message: string) => new S3Error(400, 'AuthorizationQueryParametersError', message);

/** @throws {S3Error} AccessDenied unless the text is `YYYYMMDDTHHMMSSZ` */
function parseAmzDate(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  const [, year, month, day, hour, minute, second] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function checkSignedHeaders({ headers }: S3Request, signed: string[]): void {
  if (!signed.includes('host')) throw accessDenied('The host header must be signed');
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !signed.includes(name),
  );
  if (unsigned.length > 0)
    throw new S3Error(403, 'AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
}

function canonicalRequest(request: S3Request, { signedHeaders, payload }: SignatureClaim): string {
  const path = request.path
    .split('/')
    .map((segment) => encodeRfc3986(decodeURIComponent(segment)))
    .join('/');
  const query = [...request.query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encodeRfc3986(name), encodeRfc3986(value)])
    .sort(([nameA, a], [nameB, b]) => (nameA === nameB ? compareText(a, b) : compareText(nameA, nameB)))
    .map((pair) => pair.join('='))
    .join('&');
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`);
  return [request.method, path, query, ...headers, '', signedHeaders, payload].join('\n');
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));
