import { execFileSync } from 'node:child_process';
import { RETIRED } from './retired-words.js';
import { ROOT } from './support/cruise.js';
import { filesLike, textOf } from './support/source-files.js';

const TEXT_FILE = /\.(c?js|mjs|tsx?|css|html|md|ya?ml|json|sh|sql|conf|template)$|(^|\/)Dockerfile$/;

/** Texts for users, and the two files of this test. */
const EXEMPT =
  /\/locales\/|^workers\/src\/privacy\/export\/report-words\.ts$|^backend\/test\/retired-words|^package-lock\.json$/;

/** The line that contains the name of the system user `nobody`. */
const SYSTEM_ACCOUNT = /^const UNPRIVILEGED = 'nobody';$/;

const WORDS = Object.keys(RETIRED);
const PATTERN = new RegExp(WORDS.flatMap(spellings).join('|'), 'g');

/** @returns regular expressions of a word or name in each case style; they do not match `hasNoBody` and `anyBody` */
function spellings(word: string): string[] {
  const parts = word.split('-');
  const end = parts.length > 1 ? '(?![a-z])' : '';
  const capitalised = parts.map((part) => part[0]!.toUpperCase() + part.slice(1));
  const start = '(?<![a-z])';
  return [
    start + parts.join('[-_]'),
    start + [parts[0], ...capitalised.slice(1)].join(''),
    capitalised.join('[-_]?'),
    parts.join('_').toUpperCase(),
  ]
    .map((spelling) => spelling + end)
    .filter((spelling, index, all) => all.indexOf(spelling) === index);
}

const JOINED = WORDS.map((word) => word.replaceAll('-', ''));

/** A fast check that excludes most files. */
function mayContainRetiredWord(text: string): boolean {
  const joined = text.toLowerCase().replaceAll(/[-_]/g, '');
  return JOINED.some((word) => joined.includes(word));
}

const canonical = (found: string) => found.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, '-').toLowerCase();

/** A test of a screen may quote the text of the screen. */
const quotes = (file: string, rest: string) =>
  /^(storefront|e2e)\/.*\.spec\.tsx?$/.test(file) && /^\w+ \w/.test(rest) && screenTexts().includes(rest.slice(0, 14));

let texts: string | undefined;
const screenTexts = () => (texts ??= filesLike('storefront/src/i18n/locales/**/*.json').map(textOf).join('\n'));

/** @returns one line per retired word: file, line, word and replacement */
function violations(file: string, text: string): string[] {
  if (!mayContainRetiredWord(file + text)) return [];
  return [file, ...text.split('\n')].flatMap((line, number) =>
    [...line.matchAll(PATTERN)]
      .filter(({ index }) => !quotes(file, line.slice(index)) && !SYSTEM_ACCOUNT.test(line))
      .map(([word]) => `${file}:${number || 'name'}: "${word}" is retired; write ${RETIRED[canonical(word)]}`),
  );
}

it('no code, comment, test name or document uses a retired word', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const checked = files.filter((file) => TEXT_FILE.test(file) && !EXEMPT.test(file));
  expect(checked.length).toBeGreaterThan(1_500);
  expect(checked.flatMap((file) => violations(file, textOf(file)))).toEqual([]);
});

it.each([
  ['// Whoever is signed in.', 'Whoever'],
  ['const NOBODYS = 1;', 'NOBODY'],
  ["import './payment-report.js';", 'payment-report'],
  ['const paymentReport = 1;', 'paymentReport'],
  ['class PaymentReport {}', 'PaymentReport'],
  ['const PAYMENT_REPORT = 1;', 'PAYMENT_REPORT'],
])('a retired word is reported with file, line and replacement: %s', (line, word) => {
  expect(violations('a.ts', `\n${line}`)).toEqual([`a.ts:2: "${word}" is retired; write ${RETIRED[canonical(word)]}`]);
});

it.each(['const hasNoBody = anyBody;', 'The payment report is a page.'])('other words are not reported: %s', (line) => {
  expect(violations('a.ts', line)).toEqual([]);
});
