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
  /** Evidence, but no proof, that the owner of the address requests the mail. It selects the counter (RECIPIENT). */
  hint?: Hint;
}

/** `verified`: the address is verified; `known-place`: the request comes from a network where the account was used. */
export type Hint = 'verified' | 'known-place' | null;

/** The limit that is reached; null when the mail can be sent. */
export type MailCeiling = 'network' | 'recipient' | 'shop' | null;

/**
 * The counter of the recipient that a mail uses. Requests from known places have a separate counter, which other clients
 * cannot exhaust. A mail to a verified address counts only for its networks: not for the mailbox and not for the shop.
 */
const RECIPIENT_COUNTER = { unknown: 'mailbox', 'known-place': 'mailbox-at-known-places', verified: null } as const;

interface Counts {
  known: boolean;
  narrow: number;
  wide: number;
  recipient: number;
  shop: number;
}

/**
 * Limits all mail to addresses that the requesting client has not proven to own. There is a limit per network, per mailbox
 * and for the whole shop (docs/decisions/23-mail-to-unproven-addresses.md).
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
   * Counts a mail, or only the request of its network when the limit of the mailbox or the shop is reached. Call it in the
   * transaction that stores the record of the mail, and as late as possible, because it takes a lock for which all other
   * such transactions wait.
   */
  async admit({ id, to, networks, hint = null }: MailRequest): Promise<MailCeiling> {
    const counter = RECIPIENT_COUNTER[hint ?? 'unknown'];
    const recipient = counter && deriveToken(this.config.tokenSecret, counter, mailboxKey(to)).slice(0, 27);
    // When the network is at its limit, the request is not counted and does not wait for the lock.
    let ceiling = this.findCeiling(await this.count(id, recipient, networks), recipient);
    if (ceiling !== 'network') {
      await advisoryLock('unproven mail');
      const counts = await this.count(id, recipient, networks);
      if (counts.known) return null;
      ceiling = this.findCeiling(counts, recipient);
    }
    // A skipped mail also counts for the network. Otherwise the remaining limit of the network would reveal how many mails
    // the mailbox has received today.
    if (ceiling !== 'network')
      await this.saveCount(id, ceiling === null ? recipient : null, networks, ceiling !== null);
    unprovenMails.inc({ outcome: ceiling ?? 'admitted' });
    if (ceiling === 'shop')
      this.logger.warn({ mailAbout: id }, 'mail to an unproven address skipped: daily limit of the shop');
    return ceiling;
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

  private findCeiling({ known, narrow, wide, recipient, shop }: Counts, recipientKey: string | null): MailCeiling {
    if (known) return null;
    const network = this.rules['unproven-mail.ip'].count;
    if (narrow >= network || wide >= WIDE_FACTOR * network) return 'network';
    if (recipientKey === null) return null;
    if (shop >= this.rules['unproven-mail.shop'].count) return 'shop';
    return recipient >= this.rules['unproven-mail.recipient'].count ? 'recipient' : null;
  }

  private async count(id: string, recipient: string | null, [narrow, wide]: string[]): Promise<Counts> {
    const since = (name: RuleName) => `admitted_at > now() - interval '${this.rules[name].seconds} seconds'`;
    const row = await this.sql.row<Counts>(
      `select coalesce(bool_or(id = $1 and not left_out), false) as known,
              count(*) filter (where networks[1] = $2 and ${since('unproven-mail.ip')})::int as narrow,
              count(*) filter (where networks[2] = $3 and ${since('unproven-mail.ip')})::int as wide,
              count(*) filter (where recipient = $4 and ${since('unproven-mail.recipient')})::int as recipient,
              count(recipient) filter (where ${since('unproven-mail.shop')})::int as shop
       from unproven_mails`,
      [id, narrow ?? null, wide ?? null, recipient],
    );
    return row!;
  }
}
