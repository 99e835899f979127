import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { emailKey } from '../../platform/mail/email-address.js';
import type { IsKnownPlace } from '../../platform/http/limits/limits.js';
import { networkKeys } from '../../platform/network-keys.js';
import { CONFIG } from '../../platform/tokens.js';
import { byChallenge, byEmail } from './rate-limit-keys.js';
import { clearKnownPlaces } from './sessions.writes.js';
import { Sql } from '../../platform/database/sql.js';

/** A network is a known place for sign-ins until the account was not used from it for this number of days. */
const SIGN_IN_DAYS = 90;
/** The same for password resets. They are the way back for an owner who rarely signs in. */
const RESET_DAYS = 365;
/** Only the newest known places of an account are stored, because one session can be refreshed from many networks. */
const MAX_KNOWN_PLACES = 20;
/** The time of the last use is updated at most this often, because sessions are refreshed every few minutes. */
const UPDATE_INTERVAL = `interval '1 hour'`;

/** Whether the network of a row of known_places `k` is a known place for password resets. */
export const KNOWN_FOR_RESETS = 'k.expires_at > now()';
const KNOWN_FOR_SIGN_INS = `k.seen_at > now() - interval '${SIGN_IN_DAYS} days'`;

const isKnownStatement = (
  column: 'email_key' | 'id',
) => `select exists (select from known_places k join users u on u.id = k.user_id
  where u.${column} = $1 and k.network = $2 and ${KNOWN_FOR_SIGN_INS}) as known`;

/**
 * Stores the networks from which an account was used. From these networks, the owner can sign in even after many
 * failed sign-ins from other networks (docs/decisions/24-sign-in-failures-count-per-network.md).
 */
@Injectable()
export class KnownPlaces {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Records that the account was used from the network of `ip`. Call it in the transaction that opens or refreshes a session
   * and holds the row lock of the account. While the mailbox is unproven, the mails about the account count for this network.
   */
  async record(userId: string, ip: string): Promise<void> {
    const networks = networkKeys(this.config.tokenSecret, ip);
    await this.sql.rows(
      `with surplus as (
         delete from known_places where user_id = $1 and network in (
           select network from known_places where user_id = $1 and network <> $2
           order by seen_at desc, network offset ${MAX_KNOWN_PLACES - 1}))
       insert into known_places as k (user_id, network, networks, seen_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '${RESET_DAYS} days')
       on conflict (user_id, network) do update set seen_at = excluded.seen_at, expires_at = excluded.expires_at
       where k.seen_at < now() - ${UPDATE_INTERVAL}`,
      [userId, networks[0], networks],
    );
    await this.sql.rows(
      `update users set used_from = $2 where id = $1 and mailbox_proven_at is null and used_from is distinct from $2`,
      [userId, networks],
    );
  }

  clear(userId: string): Promise<void> {
    return clearKnownPlaces(this.sql, userId);
  }

  /**
   * Deletes all known places of an account except the network of `ip`. Call it when the owner ends access to the account,
   * because a thief may have used some of the other places.
   */
  async clearOthers(userId: string, ip: string): Promise<void> {
    await this.sql.rows('delete from known_places where user_id = $1 and network <> $2', [
      userId,
      networkKeys(this.config.tokenSecret, ip)[0],
    ]);
  }
}

/**
 * Whether a request comes from a known place of the account whose address the request body names. Does the same work for
 * every address, so that the response time does not show whether an account exists.
 */
export const knownToEmail: IsKnownPlace = async (request, sql, tokenSecret) => {
  const email = await byEmail(request, sql);
  if (email === null) return false;
  const row = await sql.row<{ known: boolean }>(isKnownStatement('email_key'), [
    emailKey(email),
    networkKeys(tokenSecret, request.ip)[0],
  ]);
  return row!.known;
};

/** Whether a request comes from a known place of the account to which the challenge in the request body belongs. */
export const knownToChallenge: IsKnownPlace = async (request, sql, tokenSecret) => {
  const place = networkKeys(tokenSecret, request.ip)[0];
  return (await sql.row<{ known: boolean }>(isKnownStatement('id'), [await byChallenge(request, sql), place]))!.known;
};
