import type { DecisionStatement } from '../../src/catalogue/moderation/decisions.contract.js';
import type { MailName, MailTemplate } from '../../../workers/src/mail/mail-template.js';
import { sellerFrom } from '../../../workers/src/mail/seller.js';
import { accountErased } from '../../../workers/src/privacy/account-erased-mail.js';
import { accountRestored } from '../../../workers/src/accounts/send-account-restored.js';
import { accountSuspended } from '../../../workers/src/accounts/send-account-suspended.js';
import { copyReady } from '../../../workers/src/purchases/send-copy-ready.js';
import { deletionRequested } from '../../../workers/src/privacy/send-deletion-requested.js';
import { deletionUndone } from '../../../workers/src/privacy/send-deletion-undone.js';
import {
  deletionConfirmation,
  newsletterConfirmation,
  passwordReset,
  verification,
} from '../../../workers/src/mail/expiring-link.js';
import { exportReady } from '../../../workers/src/privacy/send-export-ready.js';
import { noticeDecided } from '../../../workers/src/catalogue/send-notice-decision.js';
import { noticeReceived } from '../../../workers/src/catalogue/send-notice-receipt.js';
import { patternDecided } from '../../../workers/src/catalogue/send-statement.js';
import { newVersion } from '../../../workers/src/purchases/send-new-version.js';
import { newsletterWelcome } from '../../../workers/src/newsletter/send-newsletter-welcome.js';
import { passwordChanged } from '../../../workers/src/accounts/send-password-changed.js';
import { receipt } from '../../../workers/src/purchases/send-receipt.js';
import { partialRefund } from '../../../workers/src/purchases/send-partial-refund.js';
import { refunded } from '../../../workers/src/purchases/send-refunded.js';
import { secondFactorChanged } from '../../../workers/src/accounts/send-second-factor-changed.js';
import { withdrawalReceived } from '../../../workers/src/purchases/send-withdrawal-receipt.js';

export const seller = sellerFrom({
  shopName: 'Musterladen',
  supportEmail: 'hilfe@shop.example',
  seller: {
    name: 'Musterladen GmbH',
    address: 'Beispielweg 1, 12345 Beispielstadt\nDeutschland',
    vatId: 'DE000000000',
    representative: 'Paula Zwirn, Geschäftsführerin',
    register: 'Amtsgericht Beispielstadt, HRB 12345',
    dsaContact: 'dsa@shop.example',
  },
});
const name = 'Änne Müller';
const orderNumber = 'SM-2026-000123';
const patternTitle = 'Sommerkleid „Lina“';
const price = { cents: 1290, currency: 'EUR' };
const expiresAt = new Date('2026-11-22T03:52:00Z');
const link = 'https://shop.example/to?token=abc&lang=de';
const decision: DecisionStatement = {
  reference: 'DR-2026-000042',
  decision: 'hidden',
  ground: 'law',
  clause: '§ 97 UrhG',
  reason: 'Die Zeichnung auf Seite 3 stammt aus einem Buch.',
  detected_by: 'notice',
  reviews: null,
  decided_at: '2026-11-21T03:52:00Z',
};

/** The template of every mail, by its name. */
export const templates = {
  accountErased,
  accountRestored,
  accountSuspended,
  copyReady,
  deletionRequested,
  deletionUndone,
  verification,
  passwordReset,
  deletionConfirmation,
  newsletterConfirmation,
  exportReady,
  newVersion,
  newsletterWelcome,
  noticeDecided,
  noticeReceived,
  passwordChanged,
  patternDecided,
  partialRefund,
  receipt,
  refunded,
  secondFactorChanged,
  withdrawalReceived,
} satisfies Record<MailName, unknown>;

type Props<Template> = Template extends MailTemplate<infer P> ? P : never;

/** One sample of every mail. */
export const sampleMails: { [Name in MailName]: Props<(typeof templates)[Name]> } = {
  verification: { name, link, expiresAt, seller },
  passwordReset: { name, link, expiresAt, seller },
  passwordChanged: { name, changedAt: new Date('2026-11-21T03:52:00Z'), resetLink: link, seller },
  receipt: {
    orderNumber,
    patternTitle,
    designerName: 'Atelier Nadel & Faden',
    price,
    tax: { vat: { rate: 19, cents: 206, country: 'Deutschland' }, note: null },
    fileKinds: ['a4', 'instructions'],
    purchasedAt: new Date('2026-11-21T03:52:00Z'),
    buyerEmail: 'anne@mail.example',
    link: 'https://shop.example/download/0192',
    guest: false,
    unproven: false,
    deliveryFrom: null,
    licence: {
      text: 'Kleinserie: Du darfst genähte Stücke verkaufen, insgesamt höchstens 50 Stück.',
      version: '2026-11-25',
      locale: 'de',
    },
    waiver: {
      text: 'Ich stimme zu, dass die Lieferung sofort beginnt, und weiß, dass mein Widerrufsrecht damit erlischt.',
      version: '2026-06',
      locale: 'de',
      acceptedAt: new Date('2026-11-21T03:51:00Z'),
    },
    withdrawalLink: 'https://shop.example/widerruf',
    documents: [
      { kind: 'terms', day: '2026-11-25', fileName: 'AGB 2026-11-25.pdf' },
      { kind: 'withdrawal', day: '2026-11-25', fileName: 'Widerrufsbelehrung 2026-11-25.pdf' },
    ],
    seller,
  },
  copyReady: {
    orderNumber,
    patternTitle,
    files: ['Sommerkleid Lina – A4.pdf', 'Sommerkleid Lina – A0.pdf', 'Sommerkleid Lina – Anleitung.pdf'],
    link,
    guest: false,
    expiresAt,
    seller,
  },
  newVersion: {
    patternTitle,
    kindName: 'A4',
    changelog: 'Die Markierung für den Reißverschluss sitzt jetzt 2 cm höher.',
    link,
    seller,
  },
  partialRefund: {
    orderNumber,
    patternTitle,
    price: { cents: 300, currency: 'EUR' },
    total: { cents: 500, currency: 'EUR' },
    remaining: { cents: 790, currency: 'EUR' },
    refundedAt: new Date('2026-11-21T03:52:00Z'),
    why: 'refund',
    hasAccess: true,
    seller,
  },
  refunded: {
    orderNumber,
    patternTitle,
    price,
    total: price,
    refundedAt: new Date('2026-11-21T03:52:00Z'),
    why: 'refund',
    seller,
  },
  withdrawalReceived: {
    reference: 'WR-2026-000042',
    receivedAt: new Date('2026-11-21T03:52:00Z'),
    text: 'Hiermit widerrufe ich den Vertrag.',
    textVersion: '2026-11-21',
    declared: { by: name, contract: orderNumber, email: 'anne@mail.example' },
    orders: [],
    outcome: 'review',
    refunded: [],
    repeated: false,
    seller,
  },
  exportReady: { name, link, expiresAt, bytes: 1_430_000, seller },
  deletionConfirmation: { name, link, expiresAt, seller },
  deletionRequested: { name, erasesAt: new Date('2026-11-28T03:52:00Z'), undoLink: link, seller },
  deletionUndone: { name, undoneAt: new Date('2026-11-21T03:52:00Z'), resetLink: link, seller },
  accountErased: { name, keptUntil: new Date('2034-12-31T12:00:00Z'), seller },
  newsletterConfirmation: { link, expiresAt, seller },
  newsletterWelcome: { unsubscribeLink: link, seller },
  secondFactorChanged: {
    name,
    change: 'recovery-used',
    changedAt: new Date('2026-11-21T03:52:00Z'),
    codesLeft: 9,
    resetLink: link,
    seller,
  },
  noticeReceived: { reference: 'NR-2026-000042', reportedAt: new Date('2026-11-21T03:52:00Z'), link, seller },
  noticeDecided: { report: 'NR-2026-000042', reportedAt: new Date('2026-11-20T03:52:00Z'), decision, link, seller },
  patternDecided: { name, patternTitle, statement: decision, link, seller },
  accountSuspended: {
    name,
    reason: 'Mehrere deiner Schnittmuster sind Kopien aus einem Buch.',
    ground: 'law',
    clause: '§ 97 UrhG',
    suspendedAt: new Date('2026-11-21T03:52:00Z'),
    seller,
  },
  accountRestored: { name, liftedAt: new Date('2026-11-21T03:52:00Z'), loginLink: link, seller },
};

/** @returns the visible text of the HTML part */
export function visible(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const text = body.replace(/<!--.*?-->/gs, '').replace(/<[^>]+>/g, ' ');
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity).replace(/ +/g, ' ');
}
