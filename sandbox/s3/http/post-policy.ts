import { S3Error, accessDenied, invalidArgument } from './s3-error.ts';
import { hmacHex, openCredential, isSameSignature, type Credentials } from './signature.ts';

/** The text fields before the file, by lower-case name. */
export type FormFields = Record<string, string>;

/** The allowed sizes in bytes, inclusive. */
export interface AllowedSize {
  min: number;
  max: number;
}

const MAX_POST_BYTES = 5 * 1024 ** 3;
const UNCHECKED_FIELDS = new Set(['policy', 'x-amz-signature', 'file']);

/**
 * Checks signature, expiry and fields of an upload form against its policy.
 * @throws {S3Error} AccessDenied, SignatureDoesNotMatch, InvalidPolicyDocument …
 */
export function checkPostPolicy(fields: FormFields, bucket: string, credentials: Credentials): AllowedSize {
  const { policy, 'x-amz-signature': signature = '', 'x-amz-date': amzDate = '' } = fields;
  if (!policy) throw accessDenied();
  if (fields['x-amz-algorithm'] !== 'AWS4-HMAC-SHA256')
    throw invalidArgument('x-amz-algorithm must be AWS4-HMAC-SHA256');
  const { signingKey } = openCredential(fields['x-amz-credential'] ?? '', amzDate, credentials);
  if (!isSameSignature(signature, hmacHex(signingKey, policy)))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );

  const { expiration, conditions } = readPolicy(policy);
  if (!(Date.now() < Date.parse(expiration))) throw accessDenied('Invalid according to Policy: Policy expired.');
  const size: AllowedSize = { min: 0, max: MAX_POST_BYTES };
  const covered = new Set<string>();
  for (const condition of conditions) {
    const [operator, target, value] = condition;
    if (operator === 'content-length-range') {
      size.min = Math.max(size.min, Number(target));
      size.max = Math.min(size.max, Number(value));
      continue;
    }
    const name = String(target).replace(/^\$/, '').toLowerCase();
    covered.add(name);
    const field = name === 'bucket' ? bucket : (fields[name] ?? '');
    const isFulfilled =
      operator === 'eq' ? field === value : operator === 'starts-with' && field.startsWith(String(value));
    if (!isFulfilled)
      throw accessDenied(`Invalid according to Policy: Policy Condition failed: ${JSON.stringify(condition)}`);
  }
  const extra = Object.keys(fields).find(
    (name) => !covered.has(name) && !UNCHECKED_FIELDS.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra) throw accessDenied(`Invalid according to Policy: Extra input fields: ${extra}`);
  return size;
}

/** @returns the expiration and the conditions; `{ name: value }` becomes `["eq", "$name", value]` */
function readPolicy(base64: string): { expiration: string; conditions: unknown[][] } {
  let document: { expiration?: unknown; conditions?: unknown } | null;
  try {
    document = JSON.parse(Buffer.from(base64, 'base64').toString('utf8')) as typeof document;
  } catch {
    throw invalidPolicy();
  }
  if (typeof document?.expiration !== 'string' || !Array.isArray(document.conditions)) throw invalidPolicy();
  const conditions = document.conditions.flatMap((condition: unknown): unknown[][] => {
    if (Array.isArray(condition) && condition.length === 3) return [condition];
    if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) throw invalidPolicy();
    return Object.entries(condition).map(([name, value]) => ['eq', `$${name}`, value]);
  });
  return { expiration: document.expiration, conditions };
}

const invalidPolicy = () => new S3Error(400, 'InvalidPolicyDocument', 'Invalid Policy: Invalid JSON or conditions.');
