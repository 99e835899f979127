import type { Store } from '../store.ts';
import { MESSAGES, type Language } from './page-messages.ts';
import type { PaymentIntent, PaymentMethod } from '../stripe-objects.ts';
import { TEST_CARDS } from '../payments/test-cards.ts';

const STYLE = `
:root { color-scheme: light dark; --paper: #fbf8f3; --panel: #f1ebe1; --ink: #22201d; --muted: #5e5850; --line: #8b8378; --act: #a32f2b; --on-act: #fff; --mark: #27406b; --on-mark: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --panel: #262421; --ink: #efeae2; --muted: #b5ada1; --act: #f2958c; --on-act: #1b1a18; --mark: #9db8e8; --on-mark: #1b1a18; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 'Source Sans 3', system-ui, sans-serif; }
.label { padding: 8px 16px; background: var(--mark); color: var(--on-mark); text-align: center; }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px 48px; }
h1, h2 { font-family: Newsreader, Georgia, serif; line-height: 1.2; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px dashed var(--line); text-align: left; vertical-align: top; }
td.number { white-space: nowrap; }
form { display: flex; flex-wrap: wrap; gap: 16px; margin-top: 24px; }
button { min-height: 44px; padding: 8px 24px; border: 2px solid var(--act); border-radius: 4px; background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { background: none; color: inherit; border-color: var(--line); }
button:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
p.muted { color: var(--muted); }`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const layout = (language: Language, title: string, body: string): string => {
  const messages = MESSAGES[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${messages.test} – ${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="label"><strong>${messages.test}</strong> – ${messages.testNotice}</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
};

export const money = (language: Language, cents: number, currency: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);

/** The 3-D Secure page: the buyer chooses the result; the form posts `outcome` to the URL of the page. */
export const challengePage = (language: Language, intent: PaymentIntent, method: PaymentMethod): string => {
  const messages = MESSAGES[language];
  const ask = messages.challengeAsk(money(language, intent.amount, intent.currency), method.card.last4);
  return layout(
    language,
    messages.challengeTitle,
    `<p>${escapeHtml(ask)}</p>
<form method="post">
<button name="outcome" value="complete">${messages.complete}</button>
<button name="outcome" value="fail" class="quiet">${messages.fail}</button>
</form>`,
  );
};

/** The page after 3-D Secure when the confirmation had no return URL. */
export const resultPage = (language: Language, status: 'succeeded' | 'failed'): string => {
  const messages = MESSAGES[language];
  return layout(language, messages.settledTitle, `<p>${messages.settled[status]}</p>\n<p>${messages.closeWindow}</p>`);
};

export const notFoundPage = (language: Language): string =>
  layout(language, MESSAGES[language].unknownTitle, `<p>${MESSAGES[language].unknown}</p>`);

const paymentState = (store: Store, intent: PaymentIntent): keyof (typeof MESSAGES)['de']['states'] => {
  const charge = store.rows.charge.get(intent.latest_charge ?? '');
  if (intent.status !== 'succeeded' || !charge || charge.amount_refunded === 0) return intent.status;
  return charge.refunded ? 'refunded' : 'partly_refunded';
};

const paymentRow = (language: Language, store: Store, intent: PaymentIntent): string => {
  const time = new Date(intent.created * 1000).toLocaleString(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const state = MESSAGES[language].states[paymentState(store, intent)];
  const payer =
    intent.receipt_email ?? store.rows.payment_method.get(intent.payment_method ?? '')?.billing_details.email ?? '–';
  return `<tr><td>${time}</td><td class="number">${money(language, intent.amount, intent.currency)}</td><td>${state}</td><td>${escapeHtml(payer)}</td></tr>`;
};

/** The test cards and the last 20 payments. */
export const overviewPage = (language: Language, store: Store): string => {
  const messages = MESSAGES[language];
  const cards = TEST_CARDS.map(
    ({ number, behaviour }) =>
      `<tr><td class="number">${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</td><td>${messages.behaviour[behaviour]}</td></tr>`,
  );
  const latest = [...store.rows.payment_intent.values()].slice(-20).toReversed();
  const payments = latest.map((intent) => paymentRow(language, store, intent));
  const table = `<div class="scroll"><table>
<thead><tr><th scope="col">${messages.time}</th><th scope="col">${messages.amount}</th><th scope="col">${messages.state}</th><th scope="col">${messages.payer}</th></tr></thead>
<tbody>${payments.join('\n')}</tbody>
</table></div>`;
  return layout(
    language,
    messages.overviewTitle,
    `<h2>${messages.cardsTitle}</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">${messages.cardNumber}</th><th scope="col">${messages.whatHappens}</th></tr></thead>
<tbody>${cards.join('\n')}</tbody>
</table></div>
<p class="muted">${messages.cardsHint}</p>
<h2>${messages.paymentsTitle}</h2>
${latest.length > 0 ? table : `<p>${messages.noPayments}</p>`}`,
  );
};
