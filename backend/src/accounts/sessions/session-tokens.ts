import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../platform/config/config.js';
import { deriveToken, hashToken } from '../../platform/derived-token.js';
import { CONFIG } from '../../platform/tokens.js';
import { ACCESS_LIFE_SECONDS } from './access-token.js';
import type { SessionAnswer } from '../accounts.contract.js';
import { parseDevice } from './device-label.js';
import { RefreshToken, Session } from './session.entity.js';
import { type AccountFields, userAnswer } from '../user-answer.js';

/** Opens sessions and issues their access and refresh tokens. The database stores only hashes of refresh tokens. */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly em: EntityManager,
    private readonly jwt: JwtService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Creates a session, which the surrounding transaction saves.
   * @param userAgent the `User-Agent` header of the sign-in
   * @returns the response with the first tokens of the session
   */
  open(user: AccountFields, now: Date, userAgent?: string): SessionAnswer {
    const session = this.em.create(Session, {
      id: uuidv7(),
      userId: user.id,
      createdAt: now,
      expiresAt: Session.expiry(now),
      lastUsedAt: now,
      ...parseDevice(userAgent),
    });
    this.em.persist(session);
    this.addRefreshToken(session, 1, now);
    return this.answer(user, session.id, 1);
  }

  /** Saves the hash of the session's refresh token number `seq`. */
  addRefreshToken(session: Session, seq: number, now: Date): void {
    this.em.persist(
      this.em.create(RefreshToken, {
        tokenHash: hashToken(this.refreshToken(session.id, seq)),
        sessionId: session.id,
        seq,
        issuedAt: now,
        expiresAt: RefreshToken.expiry(now, session),
      }),
    );
  }

  /** @returns the response with a new access token and the refresh token number `seq` of the session */
  answer(user: AccountFields, sessionId: string, seq: number): SessionAnswer {
    const accessToken = this.jwt.sign({ sid: sessionId }, { subject: user.id, jwtid: randomUUID() });
    const refreshToken = this.refreshToken(sessionId, seq);
    return {
      accessToken,
      refreshToken,
      expiresIn: ACCESS_LIFE_SECONDS,
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: ACCESS_LIFE_SECONDS,
      user: userAnswer(user),
    };
  }

  private refreshToken(sessionId: string, seq: number): string {
    return deriveToken(this.config.tokenSecret, 'refresh', sessionId, seq);
  }
}
