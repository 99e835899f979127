import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { Sql } from '../../platform/database/sql.js';
import { advisoryLock } from '../database/database-time.js';
import { deriveToken } from '../derived-token.js';
import { type Rule, type RuleName, effectiveRules } from '../http/limits/limits-rules.js';
import { WIDE_FACTOR } from '../http/limits/network-prefix.js';
import { mailboxKey } from './mailbox-key.js';
import { unprovenMails } from '../telemetry/metrics.js';
import { CONFIG } from '../tokens.js';

export interface MailRequest {
  /** The id of the record that the mail is about. Repeated requests with the same id count once. */
  id: string;
  to: string;
  /** Keyed hashes of the requesting client's networks (network-keys.ts), the narrow one first; empty when unknown. */
  networks: string[];
  /** Evidence, but no proof, that the owner of the address requests the mail. It selects the counter of the recipient. */
  hint?: Hint;
}

/** `verified`: the address is verified; `known-place`: the request comes from a network where the account was used. */
export type Hint = 'verified' | 'known-place' | null;

/** The reached limit, because of which a mail is skipped; null when the mail can be sent. */
export type ReachedMailLimit = 'network' | 'recipient' | 'shop' | null;

/**
 * The counter of the recipient that a request uses, by its hint. Requests from known places have a separate counter, which
 * other clients cannot exhaust. A mail to a verified address has none: it counts only for the requesting networks.
 */
const RECIPIENT_COUNTER = { unknown: 'mailbox', 'known-place': 'mailbox-at-known-places', verified: null } as const;

interface Counts {
  /** Whether a mail with this id has been admitted before. */
  known: boolean;
  /** Mails requested in an hour and in a day from the client's IPv4 address or /64; `wide…`: from its /48. */
  narrow: number;
  narrowToday: number;
  wide: number;
  wideToday: number;
  recipient: number;
  shop: number;
}

/**
 * Limits all mail to addresses whose ownership the requesting client has not proven. There is a limit per network, per
 * mailbox and for the whole shop (docs/decisions/23-mail-to-unproven-addresses.md).
 */
@Injectable()
export class UnprovenMail {
  private readonly logger = new Logger('Mail');
  private readonly rules: Record<RuleName, Rule>;

  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.rules = effectiveRules(config.limits);
  }

  /**
   * Counts a mail for the requesting networks, the mailbox and the shop; when the limit of the mailbox or the shop is
   * reached, only for the networks. Call this method in the transaction that stores the record of the mail, and as late as
   * possible: it takes a lock, and until the transaction ends all other calls wait for this lock.
   */
  async admit({ id, to, networks, hint = null }: MailRequest): Promise<ReachedMailLimit> {
    const counter = RECIPIENT_COUNTER[hint ?? 'unknown'];
    const recipient = counter && deriveToken(this.config.tokenSecret, counter, mailboxKey(to)).slice(0, 27);
    // When the network is at its limit, the request is not counted and does not wait for the lock.
    let reachedLimit = this.findReachedLimit(await this.count(id, recipient, networks), recipient);
    if (reachedLimit !== 'network') {
      await advisoryLock('unproven mail');
      const counts = await this.count(id, recipient, networks);
      if (counts.known) return null;
      reachedLimit = this.findReachedLimit(counts, recipient);
    }
    // A skipped mail also counts for the network. Otherwise the remaining limit of the network would reveal how many mails
    // the mailbox has received today.
    if (reachedLimit !== 'network')
      await this.saveCount(id, reachedLimit === null ? recipient : null, networks, reachedLimit !== null);
    unprovenMails.inc({ outcome: reachedLimit ?? 'admitted' });
    if (reachedLimit === 'shop')
      this.logger.warn({ mailAbout: id }, 'mail to an unproven address skipped: the shop has reached its daily limit');
    return reachedLimit;
  }

  private async saveCount(id: string, recipient: string | null, networks: string[], skipped: boolean): Promise<void> {
    await this.sql.rows(
      `insert into unproven_mails (id, recipient, networks, left_out) values ($1, $2, $3, $4)
       on conflict (id) do update set recipient = excluded.recipient, left_out = excluded.left_out`,
      [id, recipient, networks, skipped],
    );
  }

  /**
   * Deletes the counts that are older than all time windows.
   * @returns the number of deleted rows
   */
  async purge(): Promise<number> {
    const rules = [
      this.rules['unproven-mail.ip'],
      this.rules['unproven-mail.day'],
      this.rules['unproven-mail.recipient'],
      this.rules['unproven-mail.shop'],
    ];
    const seconds = Math.max(...rules.map((rule) => rule.seconds));
    const deleted = await this.sql.rows(
      `delete from unproven_mails where admitted_at < now() - make_interval(secs => $1) returning id`,
      [seconds],
    );
    return deleted.length;
  }

  private findReachedLimit(
    { known, narrow, narrowToday, wide, wideToday, recipient, shop }: Counts,
    recipientKey: string | null,
  ): ReachedMailLimit {
    if (known) return null;
    const perHour = this.rules['unproven-mail.ip'].count;
    const perDay = this.rules['unproven-mail.day'].count;
    if (narrow >= perHour || wide >= WIDE_FACTOR * perHour) return 'network';
    if (narrowToday >= perDay || wideToday >= WIDE_FACTOR * perDay) return 'network';
    if (recipientKey === null) return null;
    if (shop >= this.rules['unproven-mail.shop'].count) return 'shop';
    return recipient >= this.rules['unproven-mail.recipient'].count ? 'recipient' : null;
  }

  private async count(id: string, recipient: string | null, [narrow, wide]: string[]): Promise<Counts> {
    const since = (name: RuleName) => `admitted_at > now() - interval '${this.rules[name].seconds} seconds'`;
    const row = await this.sql.row<Counts>(
      `select coalesce(bool_or(id = $1 and not left_out), false) as known,
              count(*) filter (where networks[1] = $2 and ${since('unproven-mail.ip')})::int as narrow,
              count(*) filter (where networks[1] = $2 and ${since('unproven-mail.day')})::int as "narrowToday",
              count(*) filter (where networks[2] = $3 and ${since('unproven-mail.ip')})::int as wide,
              count(*) filter (where networks[2] = $3 and ${since('unproven-mail.day')})::int as "wideToday",
              count(*) filter (where recipient = $4 and ${since('unproven-mail.recipient')})::int as recipient,
              count(recipient) filter (where ${since('unproven-mail.shop')})::int as shop
       from unproven_mails`,
      [id, narrow ?? null, wide ?? null, recipient],
    );
    return row!;
  }
}
