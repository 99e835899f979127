/*
 * The expected figures of the matrix of refunds (backend/src/purchases/books/matrix.journey.spec.ts), computed with exact
 * fractions and without the code under test.
 */

export const PRICE = 1299;
export const SMALL = 'Umsatzsteuerfrei: Es gilt die Steuerbefreiung für Kleinunternehmer (§ 19 UStG).';
export const OUTSIDE = 'Nicht steuerbar in Deutschland (§ 3a Abs. 5 UStG).';

/** The VAT of a sale to a place: percent, country, and name of the country. */
export interface Vat {
  percent: number;
  country: string;
  name: string;
}

const GERMAN: Vat = { percent: 19, country: 'DE', name: 'Deutschland' };
const AUSTRIAN: Vat = { percent: 20, country: 'AT', name: 'Österreich' };
const FRENCH: Vat = { percent: 20, country: 'FR', name: 'Frankreich' };

/**
 * For each place of a buyer: the VAT under `domestic` and under `oss`. A buyer outside the VAT area of the EU pays no VAT.
 */
export const PLACES: Record<string, { domestic: Vat | null; oss: Vat | null }> = {
  DE: { domestic: GERMAN, oss: GERMAN },
  AT: { domestic: GERMAN, oss: AUSTRIAN },
  FR: { domestic: GERMAN, oss: FRENCH },
  MC: { domestic: GERMAN, oss: FRENCH },
  IM: { domestic: null, oss: null },
  GB: { domestic: null, oss: null },
  CH: { domestic: null, oss: null },
  US: { domestic: null, oss: null },
  'ES-CN': { domestic: null, oss: null },
};

/** For each case: the refunded parts in cents. A dispute is about 500 cents. */
export const CASES = {
  full: [PRICE],
  partial: [400],
  double: [333, 333],
  won: [],
  lost: [500],
} satisfies Record<string, number[]>;
export type Case = keyof typeof CASES;

export interface Figures {
  net: number;
  vat: number;
  gross: number;
}

/** The whole number of cents that is nearest to the exact VAT gross · p / (100 + p); half a cent counts as a whole one. */
function vatIn(gross: number, percent: number): number {
  const [exact, parts] = [BigInt(gross) * BigInt(percent), 100n + BigInt(percent)];
  let cents = 0n;
  while ((2n * cents + 1n) * parts <= 2n * exact) cents += 1n;
  return Number(cents);
}

const figures = (gross: number, vat: Vat | null): Figures => {
  const tax = vat ? vatIn(gross, vat.percent) : 0;
  return { net: gross - tax, vat: tax, gross };
};

/** What the invoice shows after each step: first the whole price, then what remains after each refund. */
export function remainders(refunds: number[], vat: Vat | null): Figures[] {
  let rest = PRICE;
  return [figures(rest, vat), ...refunds.map((cents) => figures((rest -= cents), vat))];
}

/** The documents: the invoice, and for each refund the difference between two remainders. */
export function documentsOf(refunds: number[], vat: Vat | null): (Figures & { kind: string })[] {
  const steps = remainders(refunds, vat);
  return steps.map((step, index) => {
    const before = steps[index - 1];
    if (!before) return { kind: 'invoice', ...step };
    const kind = refunds[0] === PRICE ? 'cancellation' : 'correction';
    return { kind, net: step.net - before.net, vat: step.vat - before.vat, gross: step.gross - before.gross };
  });
}

export const sumOf = (all: Figures[]): Figures => ({
  net: all.reduce((sum, { net }) => sum + net, 0),
  vat: all.reduce((sum, { vat }) => sum + vat, 0),
  gross: all.reduce((sum, { gross }) => sum + gross, 0),
});

/** Formats cents as `12,99` or `-12,99`. */
export const decimal = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`;
