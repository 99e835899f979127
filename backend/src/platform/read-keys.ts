import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

interface GivenKeys {
  /** Empty when it is missing, which the caller reports. */
  privateKey: string;
  keyId: string;
  previous: string | undefined;
}

/**
 * Verification keys (PEM) by key id: the current one, derived from the private key, and the previous ones accepted
 * during a rotation.
 * @param problems receives one line per invalid setting, never with its value
 */
export function readKeys({ privateKey, keyId, previous }: GivenKeys, problems: string[]): Record<string, string> {
  const accepted = previousKeys(previous, problems);
  if (privateKey === '') return accepted;
  const current = publicPem(() => createPrivateKey(privateKey));
  if (current !== null) return { ...accepted, [keyId]: current };
  problems.push('JWT_PRIVATE_KEY: not an EC P-256 private key in PEM form');
  return accepted;
}

/**
 * Parses JSON of key id → PEM. Problems name the position of an entry, not its id, as the operator may have pasted a
 * key there.
 */
function previousKeys(previous: string | undefined, problems: string[]): Record<string, string> {
  const entries = previous === undefined ? {} : parsed(previous);
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) {
    problems.push('JWT_PREVIOUS_PUBLIC_KEYS: not a JSON object of key id → PEM');
    return {};
  }
  const keys = Object.entries(entries).map(([kid, pem]: [string, unknown], index) => {
    const isPublic = typeof pem === 'string' && !pem.includes('PRIVATE KEY');
    const key = isPublic ? publicPem(() => createPublicKey(pem)) : null;
    if (key === null) {
      problems.push(`JWT_PREVIOUS_PUBLIC_KEYS: entry ${index + 1} is not an EC P-256 public key in PEM form`);
    }
    return [kid, key ?? ''] as const;
  });
  return Object.fromEntries(keys);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** @returns null when the key is not on the curve of ES256 */
function publicPem(load: () => KeyObject): string | null {
  try {
    const key = load();
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null;
    const publicKey = key.type === 'private' ? createPublicKey(key) : key;
    return publicKey.export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    return null;
  }
}
