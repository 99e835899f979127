import type { MailProps } from '../../../workers/src/mail/render-mail.js';
import { sellerFrom } from '../../../workers/src/mail/seller.js';

export const seller = sellerFrom({
  shopName: 'Musterladen',
  supportEmail: 'hilfe@shop.example',
  seller: {
    name: 'Musterladen GmbH',
    address: 'Beispielweg 1, 12345 Beispielstadt\nDeutschland',
    vatId: 'DE000000000',
  },
});
const name = 'Änne Müller';
const orderNumber = 'SM-2026-000123';
const patternTitle = 'Sommerkleid „Lina“';
const price = { cents: 1290, currency: 'EUR' };
const expiresAt = new Date('2026-11-22T03:52:00Z');
const link = 'https://shop.example/to?token=abc&lang=de';

/** One sample of every mail, for the specs. */
export const sampleMails: MailProps = {
  verification: { name, link, expiresAt, seller },
  passwordReset: { name, link, expiresAt, seller },
  passwordChanged: { name, changedAt: new Date('2026-11-21T03:52:00Z'), resetLink: link, seller },
  receipt: {
    orderNumber,
    patternTitle,
    designerName: 'Atelier Nadel & Faden',
    price,
    vat: { rate: 19, cents: 206 },
    country: 'DE',
    purchasedAt: new Date('2026-11-21T03:52:00Z'),
    buyerEmail: 'anne@mail.example',
    link: 'https://shop.example/download/0192',
    guest: false,
    waiver: {
      text: 'Ich stimme zu, dass die Lieferung sofort beginnt, und weiß, dass mein Widerrufsrecht damit erlischt.',
      version: '2026-06',
      locale: 'de',
      acceptedAt: new Date('2026-11-21T03:51:00Z'),
    },
    withdrawalLink: 'https://shop.example/widerruf',
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
  refunded: { orderNumber, patternTitle, price, refundedAt: new Date('2026-11-21T03:52:00Z'), why: 'refund', seller },
  withdrawalReceived: {
    reference: 'WR-2026-000042',
    receivedAt: new Date('2026-11-21T03:52:00Z'),
    text: 'Hiermit widerrufe ich den Vertrag.',
    textVersion: '2026-11-21',
    declared: { by: name, contract: orderNumber, email: 'anne@mail.example' },
    orders: [],
    outcome: 'review',
    refunded: [],
    seller,
  },
  exportReady: { name, link, expiresAt, bytes: 1_430_000, seller },
  deletionConfirmation: { name, link, expiresAt, seller },
  deletionRequested: { name, erasesAt: new Date('2026-11-28T03:52:00Z'), undoLink: link, seller },
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
  accountSuspended: {
    name,
    reason: 'Mehrere deiner Schnittmuster sind Kopien aus einem Buch.',
    suspendedAt: new Date('2026-11-21T03:52:00Z'),
    seller,
  },
  accountRestored: { name, liftedAt: new Date('2026-11-21T03:52:00Z'), loginLink: link, seller },
};
