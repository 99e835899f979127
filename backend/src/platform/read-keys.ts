import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

interface KeySettings {
  /** Empty when the setting is missing; the caller has reported the missing setting. */
  privateKey: string;
  keyId: string;
  previous: string | undefined;
}

/**
 * Reads the public keys that verify access tokens: the current key, derived from the private key, and the previous keys,
 * which stay valid during a rotation.
 * @param problems receives one line per invalid setting, without its value
 * @returns PEM texts by key id
 */
export function readKeys({ privateKey, keyId, previous }: KeySettings, problems: string[]): Record<string, string> {
  const previousByKid = readPreviousKeys(previous, problems);
  if (privateKey === '') return previousByKid;
  const current = toPublicPem(() => createPrivateKey(privateKey));
  if (current !== null) return { ...previousByKid, [keyId]: current };
  problems.push('JWT_PRIVATE_KEY: not an EC P-256 private key in PEM form');
  return previousByKid;
}

/**
 * Parses a JSON object of key ids and PEM texts. A problem names the position of an entry instead of its key id, because
 * the operator can have pasted a key in the wrong place.
 */
function readPreviousKeys(previous: string | undefined, problems: string[]): Record<string, string> {
  const entries = previous === undefined ? {} : parseJson(previous);
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) {
    problems.push('JWT_PREVIOUS_PUBLIC_KEYS: not a JSON object of key id → PEM');
    return {};
  }
  const keys = Object.entries(entries).map(([kid, pem]: [string, unknown], index) => {
    const isPublic = typeof pem === 'string' && !pem.includes('PRIVATE KEY');
    const key = isPublic ? toPublicPem(() => createPublicKey(pem)) : null;
    if (key === null) {
      problems.push(`JWT_PREVIOUS_PUBLIC_KEYS: entry ${index + 1} is not an EC P-256 public key in PEM form`);
    }
    return [kid, key ?? ''] as const;
  });
  return Object.fromEntries(keys);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** @returns null when the key cannot be read or is not on the curve of ES256 */
function toPublicPem(load: () => KeyObject): string | null {
  try {
    const key = load();
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null;
    const publicKey = key.type === 'private' ? createPublicKey(key) : key;
    return publicKey.export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    return null;
  }
}
