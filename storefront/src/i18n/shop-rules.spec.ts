import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleValues } from '../lib/shop-rules';
import { i18nIn, loadMessages, loadSharedMessages } from './i18n';

const files = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', { import: 'default' });

async function loadInstance(language: 'de' | 'en') {
  await loadSharedMessages(language);
  await loadMessages(language, ['checkout', 'detail', 'auth', 'studio', 'later'], files);
  return i18nIn[language];
}

describe('the rules of the shop', () => {
  it.each([
    ['de', 'checkout:done.terms', 'Jede Datei kannst du 30 Tage lang bis zu fünfmal herunterladen.'],
    ['en', 'checkout:done.terms', 'Each file can be downloaded up to five times within 30 days.'],
    ['de', 'detail:included.downloads', 'Bis zu fünf Downloads je Datei innerhalb von 30 Tagen'],
    ['en', 'detail:included.downloads', 'Up to five downloads per file within 30 days'],
    ['de', 'auth:forgot.sentHint', 'Der Link gilt 30 Minuten. Manchmal landet die Mail im Spam-Ordner.'],
    ['en', 'studio:picture.tooLarge', 'More than 15 MB is too much.'],
    ['de', 'later:code.PICTURE_LIMIT', 'Ein Schnittmuster hat höchstens acht Bilder. Entferne bitte erst eines.'],
  ] as const)('are filled into the %s text of %s', async (language, key, text) => {
    expect((await loadInstance(language)).t(key)).toBe(text);
  });

  it('are each used in at least one text', () => {
    const folder = join(import.meta.dirname, 'locales/de');
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const unused = Object.keys(ruleValues('de')).filter((name) => !texts.join('').includes(`{{${name}}}`));
    // Only a mail uses this rule.
    expect(unused).toEqual(['unconfirmedDays']);
  });
});
