import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from './platform/language.js';

type Words = { [key: string]: string | Words };

/** The built storefront's page and words, read again when a new build has replaced them under the running server. */
export class StorefrontFiles {
  private page = '';
  private changedAt = -1;
  private words = new Map<string, Words>();

  constructor(private readonly root: string) {}

  async html(): Promise<string> {
    const file = join(this.root, 'index.html');
    // While a build replaces it, the page of the last build goes on.
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => this.changedAt,
    );
    if (changedAt !== this.changedAt || this.page === '') {
      this.page = await readFile(file, 'utf8');
      this.changedAt = changedAt;
      this.words = new Map();
    }
    return this.page;
  }

  /** @param key e.g. `head.title` @returns undefined for words that do not exist */
  async say(language: Language, namespace: string, key: string): Promise<string | undefined> {
    const file = `${language}/${namespace}.json`;
    let words = this.words.get(file);
    if (!words) {
      const text = await readFile(join(this.root, 'locales', file), 'utf8').catch(() => '{}');
      words = JSON.parse(text) as Words;
      this.words.set(file, words);
    }
    let found: string | Words | undefined = words;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    return typeof found === 'string' ? found : undefined;
  }
}
