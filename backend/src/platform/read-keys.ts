import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

interface GivenKeys {
  /** Empty when it is missing, which is said elsewhere. */
  privateKey: string;
  keyId: string;
  previous: string | undefined;
}

/**
 * Verification keys (PEM) by kid: the current one, derived, and those still accepted while a rotation runs.
 * @param problems gets a line for each setting that holds something else, never with its value
 */
export function readKeys({ privateKey, keyId, previous }: GivenKeys, problems: string[]): Record<string, string> {
  const accepted = previousKeys(previous, problems);
  if (privateKey === '') return accepted;
  const current = publicPem(() => createPrivateKey(privateKey));
  if (current !== null) return { ...accepted, [keyId]: current };
  problems.push('JWT_PRIVATE_KEY: not an EC P-256 private key in PEM form');
  return accepted;
}

/** They come as JSON: kid → PEM. A wrong one is told by its place, as its id may be a key that was pasted there. */
function previousKeys(previous: string | undefined, problems: string[]): Record<string, string> {
  const given = previous === undefined ? {} : parsed(previous);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.push('JWT_PREVIOUS_PUBLIC_KEYS: not a JSON object of key id → PEM');
    return {};
  }
  const read = Object.entries(given).map(([kid, pem]: [string, unknown], index) => {
    const isPublic = typeof pem === 'string' && !pem.includes('PRIVATE KEY');
    const key = isPublic ? publicPem(() => createPublicKey(pem)) : null;
    if (key === null) {
      problems.push(`JWT_PREVIOUS_PUBLIC_KEYS: entry ${index + 1} is not an EC P-256 public key in PEM form`);
    }
    return [kid, key ?? ''] as const;
  });
  return Object.fromEntries(read);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** @returns null when there is no key of the curve that ES256 signs with */
function publicPem(read: () => KeyObject): string | null {
  try {
    const key = read();
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null;
    const open = key.type === 'private' ? createPublicKey(key) : key;
    return open.export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    return null;
  }
}
