import type { FactoryProvider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { Config } from '../../platform/config/config.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { Sql } from '../../platform/database/sql.js';
import { CONFIG } from '../../platform/tokens.js';
import { bearerToken, readPublicKeys, verificationKey } from './access-token.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Claims {
  sub?: unknown;
  sid?: unknown;
  jti?: unknown;
  exp?: unknown;
}

/** Authenticates a request. The token contains the ids of the user and the session; the database contains the role. */
export class AccessTokenStrategy extends PassportStrategy(Strategy, 'jwt') {
  private readonly factorRequired: boolean;

  constructor(
    private readonly sql: Sql,
    config: Config,
  ) {
    const publicKeys = readPublicKeys(config);
    super({
      jwtFromRequest: bearerToken as never,
      secretOrKeyProvider: (_request, token: string, done) => done(null, verificationKey(token, publicKeys) as never),
      algorithms: ['ES256'],
      issuer: config.jwt.issuer,
      audience: config.jwt.audience,
      jsonWebTokenOptions: { clockTolerance: 30 },
    });
    this.factorRequired = config.secondFactorRequired;
  }

  /** Does not check that a code was entered: the activation of a second factor ends all sessions opened without one. */
  async validate({ sub, sid, jti, exp }: Claims): Promise<Viewer | false> {
    if (typeof exp !== 'number' || typeof jti !== 'string' || !isId(sub) || !isId(sid)) return false;
    const viewer = await this.sql.row<Viewer & { secondFactor: boolean }>(
      `select u.id, s.id as "sessionId", u.email, u.role, u.verified_at is not null as verified, u.language,
              exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "secondFactor"
         from sessions s join users u on u.id = s.user_id
        where s.id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > now() and u.closed_at is null
          and u.suspended_at is null`,
      [sid, sub],
    );
    if (!viewer) return false;
    const { secondFactor, ...known } = viewer;
    return { ...known, factorMissing: this.factorRequired && known.role !== 'user' && !secondFactor };
  }
}

/**
 * Passport keeps one strategy per name for the whole process. When the API and the workers share a process, only the HTTP
 * application may register the strategy.
 */
export const accessTokenStrategy: FactoryProvider<AccessTokenStrategy | null> = {
  provide: AccessTokenStrategy,
  inject: [Sql, CONFIG, HttpAdapterHost],
  useFactory: (sql: Sql, config: Config, { httpAdapter }: HttpAdapterHost) =>
    httpAdapter ? new AccessTokenStrategy(sql, config) : null,
};

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
