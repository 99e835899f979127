import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { noBreakSpaces } from '../backend/src/platform/no-break-spaces.ts';
import { ruleValues } from '../backend/src/platform/shop-rules.ts';

const SOURCE = join(import.meta.dirname, 'src/i18n/locales');
const FILE = /\/src\/i18n\/locales\/(de|en)\/\w+\.json$/;

/**
 * Replaces the placeholders of shop rules, such as `{{downloadLimit}}`, in the bundled messages, and puts no-break spaces
 * between numbers and units. The build does this, so that the first screens load no code for it. Also writes the messages as
 * files to /locales/{lng}/{ns}.json.
 */
export function messages(): Plugin {
  return {
    name: 'messages',
    transform: {
      filter: { id: FILE },
      order: 'pre',
      handler: (code, id) => prepare(code, id),
    },
    generateBundle() {
      for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
        if (!file.endsWith('.json')) continue;
        const path = join(SOURCE, file).replaceAll('\\', '/');
        const fileName = `locales/${file.replaceAll('\\', '/')}`;
        this.emitFile({ type: 'asset', fileName, source: prepare(readFileSync(path, 'utf8'), path) });
      }
    },
  };
}

function prepare(text: string, path: string): string {
  const values = ruleValues(FILE.exec(path)![1] === 'de' ? 'de' : 'en');
  const spaced = noBreakSpaces(text);
  return spaced.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
