import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from './platform/language.js';

type Words = { [key: string]: string | Words };
type FirstFiles = Record<string, Record<Language, { scripts: string[]; styles: string[] }>>;

/** Reads index.html and the locale files of the built storefront, again after a new build has replaced them. */
export class StorefrontFiles {
  private page = '';
  private changedAt = -1;
  private words = new Map<string, Words>();
  private first: FirstFiles = {};

  constructor(private readonly root: string) {}

  async html(): Promise<string> {
    const file = join(this.root, 'index.html');
    // While a build replaces the file, the previous page is served.
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => this.changedAt,
    );
    if (changedAt !== this.changedAt || this.page === '') {
      this.page = await readFile(file, 'utf8');
      this.first = await readFile(join(this.root, 'first-files.json'), 'utf8').then(JSON.parse, () => ({}));
      this.changedAt = changedAt;
      this.words = new Map();
    }
    return this.page;
  }

  /**
   * The files that the build lists for a frequent first screen.
   * @param screen e.g. `/patterns/:id`
   */
  firstFiles(screen: string, language: Language): { scripts: string[]; styles: string[] } {
    return this.first[screen]?.[language] ?? { scripts: [], styles: [] };
  }

  /** The web app manifest with the configured name of the shop. */
  async manifest(shopName: string): Promise<string> {
    const manifest = JSON.parse(await readFile(join(this.root, 'manifest.webmanifest'), 'utf8')) as object;
    return JSON.stringify({ ...manifest, name: shopName });
  }

  /**
   * @param key e.g. `head.title`
   * @returns undefined for an unknown key
   */
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
