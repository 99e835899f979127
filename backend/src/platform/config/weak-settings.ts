import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';

export const PLACEHOLDER =
  /changeme|change-me|change_me|example|placeholder|your[-_]|replace[-_]?me|only[-_]for[-_]|^secret$|^password$|minioadmin|localstack|xxxxxxxx|dummy|^test$/i;

/** Bits below which a password can be guessed; an estimate from the characters' frequencies. */
const LEAST_BITS_OF_PASSWORD = 28;
/** Every letter of a generated secret counts 3 bits at least: hexadecimal digits have 4. */
const LEAST_BITS_PER_CHARACTER = 2.8;
const WORDS =
  /passwor[dt]|geheim|secret|token|admin|letmein|welcome|willkommen|qwert[yz]|asdf|login|master|shop|pattern|schnitt|sewing|postgres|redis|stripe|webhook|dragon|monkey|iloveyou|correct|horse|battery|staple|test|demo|hello|hallo|key/g;
/** Each word in small letters, in capitals, or with one capital: letters of a random text change their case more often. */
const PHRASE = /^(\p{Lu}?\p{Ll}+|\p{Lu}+)([^\p{L}\d]+(\p{Lu}?\p{Ll}+|\p{Lu}+))+[^\p{L}]{0,8}$/u;
const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

/**
 * Why a secret can be guessed; null when nothing speaks for it. The answer never contains the value.
 * @param minLength characters
 */
export function weaknessOf(value: string, minLength: number): string | null {
  if (PLACEHOLDER.test(value)) return 'looks like a placeholder';
  const secret = value.replace(/^(whsec|sk_live|rk_live|sk_test|rk_test)_/, '');
  if (value.length < minLength) return `shorter than ${minLength} characters`;
  return guessable(secret, minLength) ?? weaknessOfDecoded(secret);
}

/** Of what a connection string names and proves itself with. */
export function weaknessOfUrl({ hostname, password }: URL): string | null {
  if (PLACEHOLDER.test(hostname)) return 'its host looks like a placeholder';
  if (password === '') return null;
  const secret = decoded(password);
  if (PLACEHOLDER.test(secret)) return 'its password looks like a placeholder';
  const weakness = guessable(secret, 10);
  return weakness && `its password ${weakness}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function guessable(secret: string, minLength: number): string | null {
  if (secret.length < Math.min(minLength, 10)) return 'is too short';
  if (repeats(secret)) return 'is a repetition';
  if (runs(secret)) return 'is a sequence of characters';
  if (madeOfWords(secret)) return 'is made of words';
  const least = Math.max(LEAST_BITS_OF_PASSWORD, minLength >= 16 ? LEAST_BITS_PER_CHARACTER * 16 : 0);
  return bitsOf(secret) < least ? 'has too few different characters' : null;
}

/** Text that was written in base64 or hexadecimal is as weak as the text: random bytes are hardly ever all printable. */
function weaknessOfDecoded(secret: string): string | null {
  const forms = [
    /^[A-Za-z0-9+/_-]+={0,2}$/.test(secret) ? Buffer.from(secret, 'base64') : null,
    /^([0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : null,
  ];
  return forms.some(printable) ? 'is encoded text, not random bytes' : null;
}

const printable = (bytes: Buffer | null) =>
  bytes !== null && bytes.length >= 8 && /^[\x20-\x7e\r\n]+$/.test(bytes.toString('latin1'));

const repeats = (secret: string) => /^(.+?)\1+.{0,3}$/s.test(secret);

/** More than half of the characters follow from the one before: 0123, aaaa, zyx. */
function runs(secret: string): boolean {
  const steps = [...secret].slice(1).filter((character, index) => {
    const step = character.charCodeAt(0) - secret.charCodeAt(index);
    return Math.abs(step) <= 1;
  });
  return steps.length > secret.length / 2;
}

/** Words with something between them, or little besides known words, digits and signs. */
function madeOfWords(secret: string): boolean {
  if (PHRASE.test(secret)) return true;
  const plain = [...secret.toLowerCase()].map((character) => LEET[character] ?? character).join('');
  const left = plain.replace(WORDS, '');
  return left !== plain && left.replace(/[^a-z]/g, '').length < 6;
}

/** Shannon's estimate for the whole text. */
function bitsOf(secret: string): number {
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

/** Whether a host name can only mean the machine that asks. */
export function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (/(^|\.)(localhost|localdomain)$/i.test(host)) return true;
  if (/^[\d.]+$/.test(host)) return LOOPBACK.check(host, 'ipv4');
  return host.includes(':') && LOOPBACK.check(host, 'ipv6');
}

/** Names of roles that own a whole server. */
export const SUPERUSERS =
  /^(postgres|root|admin|superuser|rdsadmin|azure_superuser|cloudsqlsuperuser|doadmin|avnadmin)$/i;

/** SHA-256 of public keys whose private half stands in a public repository. */
const PUBLISHED_KEYS = new Set(['71e597a8f07357b68781c57517e6fd02d685e3758e3e15d2c09f98d1bfa7ca28']);

/** @param publicPem SPKI in PEM form */
export function isPublishedKey(publicPem: string): boolean {
  return PUBLISHED_KEYS.has(createHash('sha256').update(publicPem.trim()).digest('hex'));
}
