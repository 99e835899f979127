// Signs requests that the SDK cannot send. Shares no code with the server, so that a bug of the server is not repeated here.
import { createHash, createHmac } from 'node:crypto';

export interface SigningIdentity {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface SigningContext {
  amzDate: string;
  scope: string;
  credential: string;
  sign(text: string): string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

export function signingContext(identity: SigningIdentity, date = new Date()): SigningContext {
  const amzDate = date.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = amzDate.slice(0, 8);
  const scope = `${day}/${identity.region}/s3/aws4_request`;
  let key = Buffer.from(`AWS4${identity.secretAccessKey}`);
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return { amzDate, scope, credential: `${identity.accessKeyId}/${scope}`, sign };
}

/** @returns the headers of a signed request. @param url the encoded URL, without a query */
export function signHeaders(
  context: SigningContext,
  method: string,
  url: string,
  payload: string,
  more: Record<string, string> = {},
): { headers: Record<string, string>; signature: string } {
  const { host, pathname } = new URL(url);
  const headers: Record<string, string> = {
    ...more,
    host,
    'x-amz-date': context.amzDate,
    'x-amz-content-sha256': payload,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}`);
  const canonical = [method, pathname, '', ...lines, '', names.join(';'), payload].join('\n');
  const signature = context.sign(['AWS4-HMAC-SHA256', context.amzDate, context.scope, sha256(canonical)].join('\n'));
  headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${context.credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { headers, signature };
}

/**
 * @returns a body of signed chunks, with a signed trailer if `trailer` is given.
 * @param seed the signature of the request
 */
export function signChunks(
  context: SigningContext,
  seed: string,
  chunks: Buffer[],
  trailer?: { name: string; value: string },
): Buffer {
  let previous = seed;
  const next = (kind: string, content: string) => {
    previous = context.sign([`AWS4-HMAC-SHA256-${kind}`, context.amzDate, context.scope, previous, content].join('\n'));
    return previous;
  };
  const pieces = [...chunks, Buffer.alloc(0)].flatMap((chunk) => [
    `${chunk.length.toString(16)};chunk-signature=${next('PAYLOAD', `${sha256('')}\n${sha256(chunk)}`)}\r\n`,
    chunk,
    chunk.length > 0 ? '\r\n' : '',
  ]);
  if (trailer) {
    const line = `${trailer.name}:${trailer.value}`;
    pieces.push(`${line}\r\nx-amz-trailer-signature:${next('TRAILER', sha256(`${line}\n`))}\r\n`);
  }
  return Buffer.concat([...pieces, '\r\n'].map((piece) => Buffer.from(piece)));
}

/** @returns the fields of an upload form. @param more fields to add; the policy fixes those that `conditions` omits */
export function signForm(
  context: SigningContext,
  more: Record<string, string>,
  conditions: unknown[],
  expiresInSeconds = 60,
): Record<string, string> {
  const fields: Record<string, string> = {
    ...more,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': context.credential,
    'x-amz-date': context.amzDate,
  };
  const covered = JSON.stringify(conditions);
  const equal = Object.entries(fields).filter(([name]) => !covered.includes(`"$${name}"`));
  const policy = {
    expiration: new Date(Date.now() + expiresInSeconds * 1000).toISOString(),
    conditions: [...conditions, ...equal.map(([name, value]) => ({ [name]: value }))],
  };
  fields['policy'] = Buffer.from(JSON.stringify(policy)).toString('base64');
  fields['x-amz-signature'] = context.sign(fields['policy']);
  return fields;
}
