import type { i18n } from 'i18next';
import { ruleValues } from '../lib/shop-rules';
import type { Language } from '../api/types';

export type Words = { [name: string]: Saying };
type Saying = string | Saying[] | Words;

interface Options {
  /** Chooses among name_zero, name_one and name_other. */
  count?: number;
  /** Answers a list or a group of words instead of one text. */
  returnObjects?: boolean;
  defaultValue?: string;
  interpolation?: { escapeValue?: boolean };
  [value: string]: unknown;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/**
 * The part of i18next that this shop says its words with, in a tenth of the size: keys like `common:nav.home`, values in
 * double braces, plurals and lists. react-i18next takes it for the whole.
 */
export class Speaker {
  readonly languages: string[];
  readonly resolvedLanguage: string;
  isInitialized = true;
  /** A speaker's language never changes, so there is nothing to listen to. */
  readonly options = { react: { bindI18n: '' }, interpolation: { escapeValue: false } };
  /** Texts with elements in them (Trans) are filled once more after they were taken apart. */
  readonly services = { interpolator: { interpolate: filled, escape: escaped } };
  private readonly words = new Map<string, Words>();
  private readonly plurals: Intl.PluralRules;
  /** Every text may name them. */
  private readonly rules: Record<string, string>;

  constructor(readonly language: Language) {
    this.languages = [language];
    this.resolvedLanguage = language;
    this.plurals = new Intl.PluralRules(language);
    this.rules = ruleValues(language);
  }

  /** As react-i18next expects it; a call of anything that is missing here would be noticed by the screens' tests. */
  asI18n(): i18n {
    return this as unknown as i18n;
  }

  /** A screen is only drawn when its words are there (app/routes.tsx). */
  hasLoadedNamespace(): boolean {
    return true;
  }

  hasResourceBundle(namespace: string): boolean {
    return this.words.has(namespace);
  }

  addResourceBundle(namespace: string, words: Words): void {
    this.words.set(namespace, words);
  }

  getFixedT() {
    return this.t;
  }

  t = (key: string, given: Options | string = {}): Saying => {
    const options = typeof given === 'string' ? { defaultValue: given } : given;
    const [namespace, path] = key.split(':', 2) as [string, string | undefined];
    const found = path === undefined ? undefined : this.find(namespace, path, options.count);
    const saying = found ?? options.defaultValue ?? path ?? key;
    if (typeof saying !== 'string' && !options.returnObjects) return path ?? key;
    return filled(saying, { ...this.rules, ...options });
  };

  private find(namespace: string, path: string, count: number | undefined): Saying | undefined {
    const parts = path.split('.');
    const last = parts.pop()!;
    let group: Saying | undefined = this.words.get(namespace);
    for (const part of parts) group = group && (group as Words)[part];
    if (typeof group !== 'object') return undefined;
    const named = group as Words;
    if (count === undefined) return named[last];
    const form = count === 0 && `${last}_zero` in named ? 'zero' : this.plurals.select(count);
    return named[`${last}_${form}`] ?? named[last];
  }
}

function filled(saying: Saying, values: Options): Saying {
  if (typeof saying !== 'string') {
    const entries = Object.entries(saying).map(([name, one]) => [name, filled(one, values)] as const);
    return Array.isArray(saying) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
  }
  const show = values.interpolation?.escapeValue ? escaped : (text: string) => text;
  return saying.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name];
    return value === undefined || value === null ? '' : show(String(value));
  });
}
