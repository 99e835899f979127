import { createPublicKey, type KeyObject } from 'node:crypto';
import type { HttpAdapterHost } from '@nestjs/core';
import type { JwtModuleOptions } from '@nestjs/jwt';
import type { Config } from '../../platform/config/config.js';

export const ACCESS_LIFE_SECONDS = 15 * 60;

const MAX_LENGTH = 2_000;
const BEARER_HEADER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** @returns the options to sign access tokens with the current key; empty in workers, which have no private key */
export function jwtOptions(config: Config, { httpAdapter }: HttpAdapterHost): JwtModuleOptions {
  if (!httpAdapter) return {};
  const { jwt } = config;
  return {
    privateKey: jwt.privateKey,
    signOptions: {
      algorithm: 'ES256',
      header: { alg: 'ES256', typ: 'at+jwt', kid: jwt.keyId },
      issuer: jwt.issuer,
      audience: jwt.audience,
      expiresIn: ACCESS_LIFE_SECONDS,
    },
  };
}

/** @returns the keys that verify tokens, by key id */
export function readPublicKeys({ jwt }: Config): ReadonlyMap<string, KeyObject> {
  return new Map(Object.entries(jwt.publicKeys).map(([kid, pem]) => [kid, createPublicKey(pem)]));
}

interface RequestWithHeaders {
  headers: { authorization?: string };
  raw: { rawHeaders: string[] };
}

/** @returns the bearer token of a request; null when the header is missing, sent twice or malformed */
export function bearerToken({ headers, raw }: RequestWithHeaders): string | null {
  const sent = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  const header = headers.authorization ?? '';
  if (sent.length !== 1 || header.length > MAX_LENGTH) return null;
  return BEARER_HEADER.exec(header)?.[1] ?? null;
}

/**
 * Finds the public key for the `kid` of a token. A header with fields besides `alg`, `typ` and `kid` is refused, so that
 * `jwk` and `jku` are never used.
 * @returns null for an invalid header, an unknown `kid`, or a signature in non-canonical base64url
 */
export function verificationKey(token: string, publicKeys: ReadonlyMap<string, KeyObject>): KeyObject | null {
  const [head, , signature] = token.split('.') as [string, string, string];
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return null;
  const header = parseHeader(head);
  if (!header || Object.keys(header).sort().join() !== 'alg,kid,typ') return null;
  const { alg, typ, kid } = header;
  if (alg !== 'ES256' || typ !== 'at+jwt' || typeof kid !== 'string') return null;
  return publicKeys.get(kid) ?? null;
}

function parseHeader(text: string): Record<string, unknown> | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof header === 'object' && header !== null && !Array.isArray(header) ? { ...header } : null;
  } catch {
    return null;
  }
}
