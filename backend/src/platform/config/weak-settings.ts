import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';

export const PLACEHOLDER =
  /changeme|change-me|change_me|example|placeholder|your[-_]|replace[-_]?me|only[-_]for[-_]|^secret$|^password$|minioadmin|localstack|xxxxxxxx|dummy|^test$/i;

/** Minimum entropy of a password in bits, estimated from character frequencies. */
const MIN_PASSWORD_BITS = 28;
/** Minimum entropy of a generated secret in bits per character; hexadecimal digits have 4. */
const MIN_BITS_PER_CHARACTER = 2.8;
const WORDS =
  /passwor[dt]|geheim|secret|token|admin|letmein|welcome|willkommen|qwert[yz]|asdf|login|master|shop|pattern|schnitt|sewing|postgres|redis|stripe|webhook|dragon|monkey|iloveyou|correct|horse|battery|staple|test|demo|hello|hallo|key/g;
/** Separated words in lower case, upper case or capitalised. In random text the case changes more often. */
const PHRASE = /^(\p{Lu}?\p{Ll}+|\p{Lu}+)([^\p{L}\d]+(\p{Lu}?\p{Ll}+|\p{Lu}+))+[^\p{L}]{0,8}$/u;
const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

/**
 * @param minLength the minimum number of characters
 * @returns why the secret is easy to guess, without its value; null when no check fails
 */
export function findWeakness(value: string, minLength: number): string | null {
  if (PLACEHOLDER.test(value)) return 'looks like a placeholder';
  const secret = value.replace(/^(whsec|sk_live|rk_live|sk_test|rk_test)_/, '');
  if (value.length < minLength) return `is shorter than ${minLength} characters`;
  return findStructureWeakness(secret, minLength) ?? findDecodedWeakness(secret);
}

/** @returns why the host or password of a connection string is weak; null when no check fails */
export function findUrlWeakness({ hostname, password }: URL): string | null {
  if (PLACEHOLDER.test(hostname)) return 'its host looks like a placeholder';
  if (password === '') return null;
  const secret = decodePassword(password);
  if (PLACEHOLDER.test(secret)) return 'its password looks like a placeholder';
  const weakness = findStructureWeakness(secret, 10);
  return weakness && `its password ${weakness}`;
}

function decodePassword(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function findStructureWeakness(secret: string, minLength: number): string | null {
  if (secret.length < Math.min(minLength, 10)) return 'is too short';
  if (isRepetition(secret)) return 'is a repetition';
  if (isSequence(secret)) return 'is a sequence of characters';
  if (isMadeOfWords(secret)) return 'is made of words';
  const minBits = Math.max(MIN_PASSWORD_BITS, minLength >= 16 ? MIN_BITS_PER_CHARACTER * 16 : 0);
  return countBits(secret) < minBits ? 'has too few different characters' : null;
}

/** Detects text that was encoded as base64 or hexadecimal, which is as weak as the text itself. */
function findDecodedWeakness(secret: string): string | null {
  const forms = [
    /^[A-Za-z0-9+/_-]+={0,2}$/.test(secret) ? Buffer.from(secret, 'base64') : null,
    /^([0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : null,
  ];
  return forms.some(isPrintable) ? 'is encoded text, not random bytes' : null;
}

/** Random bytes are almost never all printable. */
const isPrintable = (bytes: Buffer | null) =>
  bytes !== null && bytes.length >= 8 && /^[\x20-\x7e\r\n]+$/.test(bytes.toString('latin1'));

const isRepetition = (secret: string) => /^(.+?)\1+.{0,3}$/s.test(secret);

/** Whether the codes of most characters differ by at most 1 from that of the previous character: 0123, aaaa, zyx. */
function isSequence(secret: string): boolean {
  const steps = [...secret].slice(1).filter((character, index) => {
    const step = character.charCodeAt(0) - secret.charCodeAt(index);
    return Math.abs(step) <= 1;
  });
  return steps.length > secret.length / 2;
}

/** Whether a secret consists of separated words, or of known words and fewer than six other letters. */
function isMadeOfWords(secret: string): boolean {
  if (PHRASE.test(secret)) return true;
  const withoutLeet = [...secret.toLowerCase()].map((character) => LEET[character] ?? character).join('');
  const withoutWords = withoutLeet.replace(WORDS, '');
  return withoutWords !== withoutLeet && withoutWords.replace(/[^a-z]/g, '').length < 6;
}

/** Shannon entropy of the whole text in bits. */
function countBits(secret: string): number {
  const counts = new Map<string, number>();
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / secret.length);
  return secret.length * -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('0.0.0.0', 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addAddress('::', 'ipv6');
LOOPBACK.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether a host name always resolves to the local machine. */
export function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (/(^|\.)(localhost|localdomain)$/i.test(host)) return true;
  if (/^[\d.]+$/.test(host)) return LOOPBACK.check(host, 'ipv4');
  return host.includes(':') && LOOPBACK.check(host, 'ipv6');
}

/** Common names of superuser roles. */
export const SUPERUSERS =
  /^(postgres|root|admin|superuser|rdsadmin|azure_superuser|cloudsqlsuperuser|doadmin|avnadmin)$/i;

/** SHA-256 of public keys whose private key is published in a repository. */
const PUBLISHED_KEYS = new Set(['71e597a8f07357b68781c57517e6fd02d685e3758e3e15d2c09f98d1bfa7ca28']);

/** @param publicPem the public key (SPKI) in PEM form */
export function isPublishedKey(publicPem: string): boolean {
  return PUBLISHED_KEYS.has(createHash('sha256').update(publicPem.trim()).digest('hex'));
}
