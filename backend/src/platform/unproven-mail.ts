import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from './config.js';
import { oneAtATime } from './database-time.js';
import { deriveToken } from './derived-token.js';
import { type Rule, type RuleName, rulesUnder } from './http/limits-rules.js';
import { WIDER } from './http/network-prefix.js';
import { mailboxKey } from './mailbox-key.js';
import { unprovenMails } from './metrics.js';
import { CONFIG } from './tokens.js';

export interface MailWish {
  /** Of what the mail is about; asking again for the same mail counts once. */
  id: string;
  to: string;
  /** Keyed hashes of the networks that caused it (network-keys.ts), the narrow one first; empty when none is known. */
  networks: string[];
}

/** Which ceiling is reached; null when the mail may go. */
export type MailCeiling = 'network' | 'recipient' | 'shop' | null;

interface Counted {
  known: boolean;
  narrow: number;
  wide: number;
  recipient: number;
  shop: number;
}

/**
 * The one home of the ceilings on mail to addresses that the sender has not proven to be theirs, whatever the mail is
 * about: for a network, for a mailbox, and for the shop as a whole (docs/decisions/23-mail-to-unproven-addresses.md).
 */
@Injectable()
export class UnprovenMail {
  private readonly logger = new Logger('Mail');
  private readonly rules: Record<RuleName, Rule>;

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.rules = rulesUnder(config.limits);
  }

  /**
   * Counts a mail unless a ceiling is reached. Call it in the transaction that stores what the mail is about, and as late
   * as possible there: from here on other such transactions wait.
   */
  async admit({ id, to, networks }: MailWish): Promise<MailCeiling> {
    const recipient = deriveToken(this.config.tokenSecret, 'mailbox', mailboxKey(to)).slice(0, 27);
    // A request that a ceiling refuses anyway does not wait for the lock.
    let ceiling = this.reached(await this.count(id, recipient, networks));
    if (ceiling === null) {
      await oneAtATime(this.em, 'unproven mail');
      const counted = await this.count(id, recipient, networks);
      if (counted.known) return null;
      ceiling = this.reached(counted);
    }
    if (ceiling === null)
      await this.em.execute(
        `insert into unproven_mails (id, recipient, networks)
         values (?, ?, string_to_array(?, ' ')) on conflict do nothing`,
        [id, recipient, networks.join(' ')],
      );
    unprovenMails.inc({ outcome: ceiling ?? 'admitted' });
    if (ceiling === 'shop') this.logger.warn({ mailAbout: id }, 'mail to an unproven address left out: daily ceiling');
    return ceiling;
  }

  /** Forgets the mails that no ceiling counts any more. @returns how many */
  async purge(): Promise<number> {
    const rules = [
      this.rules['unproven-mail.ip'],
      this.rules['unproven-mail.recipient'],
      this.rules['unproven-mail.shop'],
    ];
    const seconds = Math.max(...rules.map((rule) => rule.seconds));
    const gone = await this.em.execute<unknown[]>(
      `delete from unproven_mails where admitted_at < now() - make_interval(secs => ?) returning id`,
      [seconds],
    );
    return gone.length;
  }

  private reached({ known, narrow, wide, recipient, shop }: Counted): MailCeiling {
    if (known) return null;
    const network = this.rules['unproven-mail.ip'].count;
    if (narrow >= network || wide >= WIDER * network) return 'network';
    if (shop >= this.rules['unproven-mail.shop'].count) return 'shop';
    return recipient >= this.rules['unproven-mail.recipient'].count ? 'recipient' : null;
  }

  private async count(id: string, recipient: string, [narrow, wide]: string[]): Promise<Counted> {
    const since = (name: RuleName) => `admitted_at > now() - interval '${this.rules[name].seconds} seconds'`;
    const [row] = await this.em.execute<Counted[]>(
      `select coalesce(bool_or(id = ?), false) as known,
              count(*) filter (where networks[1] = ? and ${since('unproven-mail.ip')})::int as narrow,
              count(*) filter (where networks[2] = ? and ${since('unproven-mail.ip')})::int as wide,
              count(*) filter (where recipient = ? and ${since('unproven-mail.recipient')})::int as recipient,
              count(*) filter (where ${since('unproven-mail.shop')})::int as shop
       from unproven_mails`,
      [id, narrow ?? null, wide ?? null, recipient],
    );
    return row!;
  }
}
