export interface CardValues {
  number: string;
  expiry: string;
  cvc: string;
}

export type CardField = keyof CardValues;

/** Groups of four, as on the card. */
export function formatNumber(text: string): string {
  return text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');
}

/** MM / YY while typing. */
export function formatExpiry(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Month and full year, or null when it is no date. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{2})\D*(\d{2})$/.exec(text.trim());
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: 2000 + Number(match[2]) };
}

/** The key of the words for each field that has a problem. */
export function cardProblems(
  { number, expiry, cvc }: CardValues,
  now = new Date(),
): Partial<Record<CardField, string>> {
  const problems: Partial<Record<CardField, string>> = {};
  if (!passesLuhn(number.replace(/\D/g, ''))) problems.number = 'checkout:card.problem.number';
  const date = readExpiry(expiry);
  if (!date) problems.expiry = 'checkout:card.problem.expiry';
  else if (date.year * 12 + date.month < now.getFullYear() * 12 + now.getMonth() + 1)
    problems.expiry = 'checkout:card.problem.expired';
  if (!/^\d{3,4}$/.test(cvc.trim())) problems.cvc = 'checkout:card.problem.cvc';
  return problems;
}

function passesLuhn(digits: string): boolean {
  if (digits.length < 12) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
