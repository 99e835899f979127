/*
 * Checks a DATEV booking batch against the published list of its fields (number, type, length, mandatory). The list below
 * shares no code with the export, so it does not repeat a mistake of the export.
 */

type Rule = readonly [type: 'amount' | 'number' | 'text' | 'account' | 'day', length: number, mandatory?: true];

const pairs = (count: number): Rule[] =>
  Array.from({ length: count }, (): Rule[] => [
    ['text', 20],
    ['text', 210],
  ]).flat();

/** The fields 1 to 125 of format version 13. */
const RULES: Rule[] = [
  ['amount', 10, true],
  ['text', 1, true],
  ['text', 3],
  ['amount', 4],
  ['amount', 10],
  ['text', 3],
  ['account', 9, true],
  ['account', 9, true],
  ['text', 4],
  ['day', 4, true],
  ['text', 36],
  ['text', 12],
  ['amount', 8],
  ['text', 60],
  ['number', 1],
  ['text', 9],
  ['number', 3],
  ['number', 2],
  ['number', 1],
  ['text', 210],
  ...pairs(8),
  ['text', 36],
  ['text', 36],
  ['amount', 12],
  ['text', 15],
  ['amount', 2],
  ['text', 1],
  ['number', 3],
  ['number', 3],
  ['number', 1],
  ['number', 2],
  ['number', 3],
  ...pairs(20),
  ['number', 8],
  ['amount', 8],
  ['number', 2],
  ['text', 10],
  ['number', 4],
  ['day', 8],
  ['number', 1],
  ['text', 30],
  ['text', 2],
  ['number', 2],
  ['text', 2],
  ['number', 3],
  ['amount', 2],
  ['account', 8],
  ['text', 2],
  ['text', 36],
  ['day', 8],
  ['text', 35],
  ['number', 1],
  ['text', 76],
  ['number', 4],
  ['text', 11],
  ['text', 20],
  ['day', 8],
  ['text', 30],
  ['number', 2],
  ['number', 1],
  ['day', 8],
  ['day', 8],
  ['day', 8],
  ['text', 1],
  ['amount', 2],
  ['text', 2],
  ['text', 100],
  ['number', 1],
  ['text', 15],
  ['amount', 2],
  ['account', 8],
];

/** Patterns of the header's 31 fields. */
const HEADER = [
  /^"EXTF"$/,
  /^700$/,
  /^21$/,
  /^"Buchungsstapel"$/,
  /^13$/,
  /^20\d{15}$/,
  /^$/,
  /^"[A-Z]{2}"$/,
  /^"\w{0,25}"$/,
  /^"\w{0,25}"$/,
  /^\d{4,7}$/,
  /^\d{1,5}$/,
  /^20\d\d(0[1-9]|1[0-2])01$/,
  /^[4-8]$/,
  /^20\d{6}$/,
  /^20\d{6}$/,
  /^"[\w.\-/ ]{0,30}"$/,
  /^"([A-Z]{2})?"$/,
  /^[12]?$/,
  /^(0|30|40|50|64)?$/,
  /^[01]$/,
  /^"[A-Z]{3}"$/,
  /^$/,
  /^""$/,
  /^$/,
  /^$/,
  /^"(\d{2})?"$/,
  /^\d{0,4}$/,
  /^$/,
  /^""$/,
  /^".{0,16}"$/,
];

const FORMS = {
  amount: (length: number) => new RegExp(`^\\d{1,${length}},\\d{2,6}$`),
  number: (length: number) => new RegExp(`^\\d{1,${length}}$`),
  text: (length: number) => new RegExp(`^"([^"]|""){0,${length}}"$`),
  account: (length: number) => new RegExp(`^\\d{4,${length}}$`),
  day: (length: number) =>
    length === 4 ? /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/ : /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])20\d\d$/,
};

/** Splits a line at the semicolons outside of quotes. */
export const datevFields = (line: string): string[] => line.match(/(?<=^|;)("(?:[^"]|"")*"|[^;]*)/g) ?? [];

/** @returns the violations of the published rules, each with line and field; none for a valid file */
export function findDatevProblems(file: Buffer): string[] {
  // Windows-1252 has one byte per character, so bytes above 0x7f that form UTF-8 are two characters here.
  const text = new TextDecoder('windows-1252').decode(file);
  const problems: string[] = [];
  if (/Ã|\uFEFF|ï»¿/.test(text)) problems.push('the file is not in Windows-1252');
  if (/[^\r]\n|\r[^\n]/.test(text) || !text.endsWith('\r\n')) problems.push('a line does not end with CRLF');
  const [header = '', names = '', ...bookings] = text.slice(0, -2).split('\r\n');
  const headerFields = datevFields(header);
  if (headerFields.length !== HEADER.length) problems.push(`header: ${headerFields.length} fields`);
  HEADER.forEach((form, index) => {
    if (!form.test(headerFields[index] ?? '')) problems.push(`header field ${index + 1}: ${headerFields[index]}`);
  });
  if (datevFields(names).length !== RULES.length) problems.push(`${datevFields(names).length} names of fields`);
  bookings.forEach((line, number) =>
    problems.push(...findBookingProblems(line).map((problem) => `line ${number + 3}: ${problem}`)),
  );
  return problems;
}

function findBookingProblems(line: string): string[] {
  const fields = datevFields(line);
  const problems = fields.length === RULES.length ? [] : [`${fields.length} fields`];
  RULES.forEach(([type, length, mandatory], index) => {
    const value = fields[index] ?? '';
    if (value === '' ? mandatory : !FORMS[type](length).test(value)) problems.push(`field ${index + 1}: ${value}`);
  });
  if (!/^"[SH]"$/.test(fields[1] ?? '')) problems.push(`field 2: ${fields[1]}`);
  if (!/^"[\w$&%*+\-/]*"$/.test(fields[10] ?? '')) problems.push(`field 11: ${fields[10]}`);
  if (Boolean(fields[39]) !== Boolean(fields[40])) problems.push('fields 40 and 41 belong together');
  if (Boolean(fields[114]) !== Boolean(fields[115])) problems.push('fields 115 and 116 belong together');
  return problems;
}
