import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Messages = { [key: string]: string | string[] | Messages | object[] };

const german = import.meta.glob<Messages>('./locales/de/*.json', { import: 'default', eager: true });
const english = import.meta.glob<Messages>('./locales/en/*.json', { import: 'default', eager: true });

/** Every key with its namespace; a plural form counts as its base, a list as one key. */
function keysOf(files: Record<string, Messages>): Set<string> {
  const keys = new Set<string>();
  const walk = (prefix: string, messages: Messages) => {
    for (const [name, value] of Object.entries(messages)) {
      const key = `${prefix}${name}`;
      if (typeof value === 'object' && !Array.isArray(value)) walk(`${key}.`, value);
      else keys.add(key);
    }
  };
  for (const [path, messages] of Object.entries(files)) walk(`${/([^/]+)\.json$/.exec(path)![1]}:`, messages);
  return keys;
}

const withoutPlural = (key: string) => key.replace(/_(zero|one|other)$/, '');
const source = join(import.meta.dirname, '..');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.spec.'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

/** Keys named in the code: whole ones, and the fixed beginning of those put together at run time. */
const named = [...code.matchAll(/['"`]([a-z]+:[A-Za-z][\w.-]*)(\$\{)?/g)].filter(
  ([, key]) => !/^(node|og):/.test(key!),
);
const whole = new Set(named.filter(([, , open]) => !open).map(([, key]) => key!));
const beginnings = named.filter(([, , open]) => open).map(([, key]) => key!);
const composed = [...code.matchAll(/`([a-z]+):\$\{/g)].map(([, namespace]) => `${namespace}:`);
const used = (key: string) =>
  whole.has(key) || [...beginnings, ...composed].some((beginning) => key.startsWith(beginning));

const placeholders = (files: Record<string, Messages>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, messages]) => [
      path.replace(/\/(de|en)\//, '/'),
      [...JSON.stringify(messages).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort(),
    ]),
  );

const de = keysOf(german);
const en = keysOf(english);

describe('the messages', () => {
  it('exist in both languages', () => {
    expect([...de].filter((key) => !en.has(key))).toEqual([]);
    expect([...en].filter((key) => !de.has(key))).toEqual([]);
  });

  it('exist for every key in the code', () => {
    const known = new Set([...de].map(withoutPlural));
    expect([...whole].filter((key) => !known.has(key) && ![...known].some((one) => one.startsWith(`${key}.`)))).toEqual(
      [],
    );
  });

  it('are all used', () => {
    expect([...de].map(withoutPlural).filter((key) => !used(key))).toEqual([]);
  });

  it('have the same placeholders in both languages', () => {
    expect(placeholders(german)).toEqual(placeholders(english));
  });

  it('have no exclamation marks', () => {
    expect([german, english].map((files) => JSON.stringify(files).match(/[^"]{0,30}!/g))).toEqual([null, null]);
  });
});
