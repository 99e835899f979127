export type Language = 'de' | 'en';

const german = {
  test: 'Testzahlung',
  testNotice: 'Das ist eine Testumgebung. Es fließt kein Geld, und Kartennummern werden nicht gespeichert.',
  challengeTitle: '3-D-Secure-Prüfung',
  challengeAsk: (amount: string, last4: string) =>
    `Bei einer echten Zahlung würde deine Bank jetzt fragen, ob du ${amount} mit der Karte •••• ${last4} zahlen möchtest. Hier entscheidest du selbst, wie die Prüfung ausgeht.`,
  complete: 'Prüfung bestehen',
  fail: 'Prüfung nicht bestehen',
  settledTitle: 'Die Prüfung ist abgeschlossen',
  settled: { succeeded: 'Die Testzahlung ist bestätigt.', failed: 'Die Testzahlung wurde nicht bestätigt.' },
  closeWindow: 'Du kannst dieses Fenster schließen und zum Shop zurückkehren.',
  unknownTitle: 'Diese Prüfung wurde nicht gefunden',
  unknown:
    'Die Adresse ist unvollständig oder gehört zu einer anderen Testumgebung. Starte die Zahlung im Shop noch einmal.',
  overviewTitle: 'Testzahlungen statt Stripe',
  cardsTitle: 'Testkarten',
  cardsHint:
    'Ablaufdatum: ein beliebiger Monat in der Zukunft. Prüfziffer: drei beliebige Ziffern. Andere Nummern werden abgelehnt.',
  cardNumber: 'Kartennummer',
  whatHappens: 'Was passiert',
  behaviour: {
    succeeds: 'Die Zahlung gelingt.',
    'is-declined': 'Die Karte wird abgelehnt.',
    'lacks-funds': 'Die Karte ist nicht gedeckt.',
    'asks-for-3d-secure': 'Die Bank verlangt 3-D Secure.',
  },
  paymentsTitle: 'Letzte Testzahlungen',
  noPayments: 'Noch keine. Sobald im Shop bestellt wird, erscheint die Zahlung hier.',
  time: 'Zeit',
  amount: 'Betrag',
  state: 'Stand',
  payer: 'E-Mail-Adresse',
  states: {
    requires_payment_method: 'wartet auf eine Karte',
    requires_confirmation: 'wartet auf die Bestätigung',
    requires_action: 'wartet auf 3-D Secure',
    succeeded: 'bezahlt',
    refunded: 'erstattet',
    partly_refunded: 'teilweise erstattet',
    canceled: 'abgebrochen',
  },
};

const english: typeof german = {
  test: 'Test payment',
  testNotice: 'This is a test environment. No money moves, and card numbers are not stored.',
  challengeTitle: '3-D Secure check',
  challengeAsk: (amount, last4) =>
    `With a real payment your bank would now ask whether you want to pay ${amount} with the card •••• ${last4}. Here you decide how the check turns out.`,
  complete: 'Pass the check',
  fail: 'Fail the check',
  settledTitle: 'The check is complete',
  settled: { succeeded: 'The test payment is confirmed.', failed: 'The test payment was not confirmed.' },
  closeWindow: 'You can close this window and return to the shop.',
  unknownTitle: 'This check was not found',
  unknown: 'The address is incomplete or belongs to another test environment. Start the payment in the shop again.',
  overviewTitle: 'Test payments in place of Stripe',
  cardsTitle: 'Test cards',
  cardsHint: 'Expiry date: any month in the future. Security code: any three digits. Other numbers are declined.',
  cardNumber: 'Card number',
  whatHappens: 'What happens',
  behaviour: {
    succeeds: 'The payment succeeds.',
    'is-declined': 'The card is declined.',
    'lacks-funds': 'The card has insufficient funds.',
    'asks-for-3d-secure': 'The bank requires 3-D Secure.',
  },
  paymentsTitle: 'Latest test payments',
  noPayments: 'None yet. Payments appear here after a checkout in the shop.',
  time: 'Time',
  amount: 'Amount',
  state: 'State',
  payer: 'Email address',
  states: {
    requires_payment_method: 'waits for a card',
    requires_confirmation: 'waits for confirmation',
    requires_action: 'waits for 3-D Secure',
    succeeded: 'paid',
    refunded: 'refunded',
    partly_refunded: 'partly refunded',
    canceled: 'cancelled',
  },
};

export const MESSAGES: Record<Language, typeof german> = { de: german, en: english };

/** @returns the preferred language of the browser (Accept-Language with weights), German or English; default German */
export const preferredLanguage = (acceptLanguage = ''): Language => {
  const preferred = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const weight = options.find((option) => option.trim().startsWith('q='));
      return { language: tag.split('-')[0], weight: weight ? Number(weight.trim().slice(2)) || 0 : 1 };
    })
    .filter(({ language, weight }) => (language === 'de' || language === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return preferred[0]?.language === 'en' ? 'en' : 'de';
};
