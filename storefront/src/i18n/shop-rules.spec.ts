import { describe, expect, it } from 'vitest';
import { ruleValues } from '../lib/shop-rules';
import { Speaker, type Words } from './speaker';
import { wordFiles } from './word-files';

async function speaking(language: 'de' | 'en'): Promise<Speaker> {
  const speaker = new Speaker(language);
  for (const [path, load] of Object.entries(wordFiles)) {
    const [, folder, namespace] = /\/(\w+)\/(\w+)\.json$/.exec(path)!;
    if (folder === language) speaker.addResourceBundle(namespace!, (await load()) as Words);
  }
  return speaker;
}

describe('the rules of the shop', () => {
  it.each([
    ['de', 'checkout:done.terms', 'Jede Datei kannst du 30 Tage lang bis zu fünfmal herunterladen.'],
    ['en', 'checkout:done.terms', 'Each file can be downloaded up to five times within 30 days.'],
    ['de', 'detail:included.downloads', 'Bis zu fünf Downloads je Datei innerhalb von 30 Tagen'],
    ['en', 'detail:included.downloads', 'Up to five downloads per file within 30 days'],
    ['de', 'auth:forgot.sentHint', 'Der Link gilt 30 Minuten. Manchmal landet die Mail im Spam-Ordner.'],
    ['en', 'studio:picture.tooLarge', 'More than 15 MB is too much.'],
    ['de', 'errors:code.PICTURE_LIMIT', 'Ein Schnittmuster hat höchstens acht Bilder. Entferne bitte erst eines.'],
  ] as const)('stand in the %s text of %s', async (language, key, text) => {
    expect((await speaking(language)).t(key)).toBe(text);
  });

  it('that a text may name are all named', async () => {
    const texts = JSON.stringify(await Promise.all(Object.values(wordFiles).map((load) => load())));
    const unnamed = Object.keys(ruleValues('de')).filter((name) => !texts.includes(`{{${name}}}`));
    // Only a mail names it.
    expect(unnamed).toEqual(['unconfirmedDays']);
  });
});
