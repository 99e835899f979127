export interface CardValues {
  number: string;
  expiry: string;
  cvc: string;
}

export type CardField = keyof CardValues;

/** Formats a card number in groups of four digits. */
export function formatCardNumber(text: string): string {
  return text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');
}

/** Formats the digits as MM / YY during input. */
export function formatExpiry(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** @returns the month and the full year, or null for an invalid date */
export function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{2})\D*(\d{2})$/.exec(text.trim());
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: 2000 + Number(match[2]) };
}

/** @returns the message key for each invalid field */
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
