import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from './platform/language.js';

type Messages = { [key: string]: string | Messages };
type FirstFiles = Record<string, Record<Language, { scripts: string[]; styles: string[] }>>;

/** Reads index.html and the locale files of the built storefront. Reads them again when a new build has replaced them. */
export class StorefrontFiles {
  private page = '';
  private changedAt = -1;
  private messages = new Map<string, Messages>();
  private first: FirstFiles = {};
  /** Matches the paths of all screens. */
  private screens = /^$/;

  constructor(private readonly root: string) {}

  async html(): Promise<string> {
    const file = join(this.root, 'index.html');
    // A running build removes the file for a moment; the previous page is served meanwhile.
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => this.changedAt,
    );
    if (changedAt !== this.changedAt || this.page === '') {
      this.page = await readFile(file, 'utf8');
      this.first = await this.readJson<FirstFiles>('first-files.json', {});
      const paths = await this.readJson<string[]>('screens.json', []);
      this.screens = new RegExp(`^/(${paths.map((path) => path.replace(/:\w+/g, '[^/]+')).join('|')})$`, 'i');
      this.changedAt = changedAt;
      this.messages = new Map();
    }
    return this.page;
  }

  /** Reads a JSON file of the build. @returns `missing` when the file does not exist, as in the builds of some tests */
  private async readJson<T>(file: string, missing: T): Promise<T> {
    const text = await readFile(join(this.root, file), 'utf8').catch(() => null);
    return text === null ? missing : (JSON.parse(text) as T);
  }

  /** Whether the path is a screen of the router. */
  isScreen(path: string): boolean {
    return this.screens.test(path);
  }

  /**
   * The scripts and style sheets that a page preloads when a visit begins on this screen; empty for screens on which visits
   * rarely begin.
   * @param screen e.g. `/patterns/:id`
   */
  findFirstFiles(screen: string, language: Language): { scripts: string[]; styles: string[] } {
    return this.first[screen]?.[language] ?? { scripts: [], styles: [] };
  }

  /** The web app manifest with the configured name of the shop. */
  async manifest(shopName: string): Promise<string> {
    const manifest = JSON.parse(await readFile(join(this.root, 'manifest.webmanifest'), 'utf8')) as object;
    return JSON.stringify({ ...manifest, name: shopName });
  }

  /**
   * Looks up a text of a locale file.
   * @param key e.g. `head.title`
   * @returns undefined when the file or key does not exist
   */
  async findText(language: Language, namespace: string, key: string): Promise<string | undefined> {
    const file = `${language}/${namespace}.json`;
    let messages = this.messages.get(file);
    if (!messages) {
      const text = await readFile(join(this.root, 'locales', file), 'utf8').catch(() => '{}');
      messages = JSON.parse(text) as Messages;
      this.messages.set(file, messages);
    }
    let value: string | Messages | undefined = messages;
    for (const part of key.split('.')) value = typeof value === 'object' ? value[part] : undefined;
    return typeof value === 'string' ? value : undefined;
  }
}
