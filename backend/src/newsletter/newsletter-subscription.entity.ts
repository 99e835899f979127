import { defineEntity } from '@mikro-orm/core';
import { VERIFICATION_HOURS } from '../platform/shop-rules.js';

type SubscriptionState = 'pending' | 'active' | 'ended';

/** The proof of consent: the version of the consent text, and the times and networks of the request and the confirmation. */
export interface Proof {
  version: string;
  requestedAt: string;
  requestedFrom: string | null;
  confirmedAt?: string;
  confirmedFrom?: string | null;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAIL_INTERVAL = 10 * MINUTE;
const MAILS_PER_DAY = 3;

const SubscriptionSchema = defineEntity({
  name: 'NewsletterSubscription',
  tableName: 'newsletter_subscriptions',
  properties: (p) => ({
    id: p.uuid().primary(),
    email: p.text().nullable(),
    emailKey: p.text(),
    locale: p.text().$type<'de' | 'en'>(),
    state: p.text().$type<SubscriptionState>(),
    confirmTokenHash: p.text(),
    unsubscribeTokenHash: p.text().fieldName('leave_token_hash'),
    /** ISO times of the confirmation mails of the last day. */
    mailTimes: p.json<string[]>().fieldName('asked_at'),
    proof: p.json<Proof>(),
    requestedAt: p.datetime(),
    expiresAt: p.datetime(),
    confirmedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  }),
});

/** The subscription of one address. It becomes active when the link of the confirmation mail is used. */
export class NewsletterSubscription extends SubscriptionSchema.class {
  /** Limits the confirmation mails that an address gets, because a visitor can enter another person's address. */
  canSendConfirmation(now: Date): boolean {
    const age = (time: string) => now.getTime() - Date.parse(time);
    const recent = this.mailTimes.filter((time) => age(time) < DAY);
    return recent.length < MAILS_PER_DAY && recent.every((time) => age(time) >= MAIL_INTERVAL);
  }

  requestConfirmation(
    request: { email: string; locale: 'de' | 'en'; version: string; from: string | null },
    now: Date,
  ): void {
    this.email = request.email;
    this.locale = request.locale;
    this.requestedAt = now;
    this.expiresAt = new Date(now.getTime() + VERIFICATION_HOURS * 60 * MINUTE);
    this.mailTimes = [...this.mailTimes.filter((time) => now.getTime() - Date.parse(time) < DAY), now.toISOString()];
    this.proof = { version: request.version, requestedAt: now.toISOString(), requestedFrom: request.from };
  }

  isExpired(now: Date): boolean {
    return this.expiresAt <= now;
  }

  confirm(from: string | null, now: Date): void {
    this.state = 'active';
    this.confirmedAt = now;
    this.proof = { ...this.proof, confirmedAt: now.toISOString(), confirmedFrom: from };
  }

  /** Ends the subscription, deletes the address and keeps the proof. @param addressHash the keyed hash that replaces it */
  end(addressHash: string, now: Date): void {
    this.state = 'ended';
    this.endedAt = now;
    this.email = null;
    this.emailKey = addressHash;
  }
}
SubscriptionSchema.setClass(NewsletterSubscription);
