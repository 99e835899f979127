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

describe('the values of the shop rules', () => {
  it.each([
    ['de', 'checkout:done.terms', 'Jede Datei kannst du 30 Tage lang bis zu fünfmal herunterladen.'],
    ['en', 'checkout:done.terms', 'You can download each file up to five times within 30 days.'],
    ['de', 'detail:included.downloads', 'Bis zu fünf Downloads je Datei innerhalb von 30 Tagen'],
    ['en', 'detail:included.downloads', 'Up to five downloads per file within 30 days'],
    ['de', 'auth:forgot.sentHint', 'Der Link gilt 30 Minuten. Schau auch im Spam-Ordner nach.'],
    ['en', 'studio:picture.tooLarge', 'The picture is larger than 15 MB.'],
    ['de', 'later:code.PICTURE_LIMIT', 'Ein Schnittmuster hat höchstens acht Bilder. Entferne bitte erst eines.'],
  ] as const)('are filled into the %s text of %s', async (language, key, text) => {
    expect((await loadInstance(language)).t(key).replaceAll('\u00A0', ' ')).toBe(text);
  });

  it('stay on one line with their units', async () => {
    expect((await loadInstance('en')).t('studio:picture.tooLarge')).toBe('The picture is larger than 15\u00A0MB.');
  });

  it('are each used in at least one text of the screens, except unconfirmedDays, which only a mail uses', () => {
    const folder = join(import.meta.dirname, 'locales/de');
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const unused = Object.keys(ruleValues('de')).filter((name) => !texts.join('').includes(`{{${name}}}`));
    expect(unused).toEqual(['unconfirmedDays']);
  });
});
