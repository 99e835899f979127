import { Injectable } from '@nestjs/common';
import { hashToken } from '../../platform/derived-token.js';
import { ApiError, tokenInvalid } from '../../platform/api-error.js';
import { Sql } from '../../platform/database/sql.js';

export interface ResetLink {
  id: string;
  userId: string;
  /** Address, username and name, from which the new password must not be made. */
  personal: string[];
  expiresAt: Date;
}

const REFUSAL = 'Invalid or expired password reset link. Please request a new password reset.';

/** The same error for used, replaced and unknown tokens, so that the response does not reveal why a token is refused. */
export const resetLinkInvalid = () => tokenInvalid(REFUSAL);
const resetLinkExpired = () => new ApiError(400, 'TOKEN_EXPIRED', REFUSAL);

/** Finds reset links. Finding a link does not use it up, because mail scanners open every link. */
@Injectable()
export class ResetLinks {
  constructor(private readonly sql: Sql) {}

  /** @throws {ApiError} 400 TOKEN_INVALID or TOKEN_EXPIRED */
  async find(token: string): Promise<ResetLink> {
    const link = await this.sql.row<ResetLink & { expired: boolean }>(
      `select r.id, u.id as "userId", array[u.email, u.username, u.display_name] as personal,
              r.expires_at as "expiresAt", r.expires_at <= now() as expired
         from password_resets r join users u on u.email_key = r.email_key
        where r.token_hash = $1 and r.used_at is null and r.voided_at is null and u.closed_at is null`,
      [hashToken(token)],
    );
    if (!link) throw resetLinkInvalid();
    if (link.expired) throw resetLinkExpired();
    return link;
  }
}
