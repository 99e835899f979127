import { defineEntity } from '@mikro-orm/core';

export type SubscriptionState = 'pending' | 'active' | 'ended';

/** What shows afterwards that somebody wanted the newsletter: which words, when, from which network. */
export interface Proof {
  version: string;
  requestedAt: string;
  requestedFrom: string | null;
  confirmedAt?: string;
  confirmedFrom?: string | null;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BETWEEN_MAILS = 10 * MINUTE;
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
    leaveTokenHash: p.text(),
    askedAt: p.json<string[]>(),
    proof: p.json<Proof>(),
    requestedAt: p.datetime(),
    expiresAt: p.datetime(),
    confirmedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  }),
});

/** One address and whether it gets the newsletter. Without a yes from its mailbox it never does. */
export class NewsletterSubscription extends SubscriptionSchema.class {
  /** Anybody can enter anybody's address, so its owner is not asked often. */
  mayBeAsked(now: Date): boolean {
    const since = (time: string) => now.getTime() - Date.parse(time);
    const today = this.askedAt.filter((time) => since(time) < DAY);
    return today.length < MAILS_PER_DAY && today.every((time) => since(time) >= BETWEEN_MAILS);
  }

  ask(wish: { email: string; locale: 'de' | 'en'; version: string; from: string | null }, now: Date): void {
    this.email = wish.email;
    this.locale = wish.locale;
    this.requestedAt = now;
    this.expiresAt = new Date(now.getTime() + DAY);
    this.askedAt = [...this.askedAt.filter((time) => now.getTime() - Date.parse(time) < DAY), now.toISOString()];
    this.proof = { version: wish.version, requestedAt: now.toISOString(), requestedFrom: wish.from };
  }

  isExpired(now: Date): boolean {
    return this.expiresAt <= now;
  }

  confirm(from: string | null, now: Date): void {
    this.state = 'active';
    this.confirmedAt = now;
    this.proof = { ...this.proof, confirmedAt: now.toISOString(), confirmedFrom: from };
  }

  /** The address goes at once; the proof stays for whoever asks later why they were written to. */
  end(trace: string, now: Date): void {
    this.state = 'ended';
    this.endedAt = now;
    this.email = null;
    this.emailKey = trace;
  }
}
SubscriptionSchema.setClass(NewsletterSubscription);
