import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Messages = { [key: string]: string | string[] | Messages | object[] };

const german = import.meta.glob<Messages>('./locales/de/*.json', { import: 'default', eager: true });
const english = import.meta.glob<Messages>('./locales/en/*.json', { import: 'default', eager: true });

/** @returns each key with its namespace. A list counts as one key. */
function listKeys(files: Record<string, Messages>): Set<string> {
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

/** The keys in the code. A key that is composed at run time is listed with its fixed prefix. */
const keysInCode = [...code.matchAll(/['"`]([a-z]+:[A-Za-z][\w.-]*)(\$\{)?/g)].filter(
  ([, key]) => !/^(node|og):/.test(key!),
);
const completeKeys = new Set(keysInCode.filter(([, , open]) => !open).map(([, key]) => key!));
const prefixes = keysInCode.filter(([, , open]) => open).map(([, key]) => key!);
const namespacePrefixes = [...code.matchAll(/`([a-z]+):\$\{/g)].map(([, namespace]) => `${namespace}:`);
const isUsed = (key: string) =>
  completeKeys.has(key) || [...prefixes, ...namespacePrefixes].some((prefix) => key.startsWith(prefix));

const listPlaceholders = (files: Record<string, Messages>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, messages]) => [
      path.replace(/\/(de|en)\//, '/'),
      [...JSON.stringify(messages).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort(),
    ]),
  );

const de = listKeys(german);
const en = listKeys(english);

describe('the messages', () => {
  it('exist in both languages', () => {
    expect([...de].filter((key) => !en.has(key))).toEqual([]);
    expect([...en].filter((key) => !de.has(key))).toEqual([]);
  });

  it('exist for every key in the code', () => {
    const known = new Set([...de].map(withoutPlural));
    expect(
      [...completeKeys].filter((key) => !known.has(key) && ![...known].some((other) => other.startsWith(`${key}.`))),
    ).toEqual([]);
  });

  it('are all used by the code', () => {
    expect([...de].map(withoutPlural).filter((key) => !isUsed(key))).toEqual([]);
  });

  it('have the same placeholders in both languages', () => {
    expect(listPlaceholders(german)).toEqual(listPlaceholders(english));
  });

  it('have no exclamation marks', () => {
    expect([german, english].map((files) => JSON.stringify(files).match(/[^"]{0,30}!/g))).toEqual([null, null]);
  });
});
