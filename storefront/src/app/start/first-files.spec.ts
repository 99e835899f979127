import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type FirstFiles, listFirstFiles } from '../../../chunks.ts';

/** The budgets in bytes after gzip. */
const MAX_SCRIPT_BYTES = 150_000;
const MAX_STYLE_BYTES = 20_000;

let bundle: Rolldown.OutputBundle;
let files: FirstFiles;

beforeAll(async () => {
  const configFile = join(import.meta.dirname, '../../../vite.config.ts');
  vi.stubEnv('NODE_ENV', 'production');
  const built = (await build({ configFile, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput;
  vi.unstubAllEnvs();
  bundle = Object.fromEntries(built.output.map((file) => [file.fileName, file]));
  files = listFirstFiles(bundle);
}, 60_000);

const gzippedSize = (names: string[]) => {
  const sizes = names.map((name) => {
    const file = bundle[name]!;
    return gzipSync(file.type === 'chunk' ? file.code : file.source).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
};
const listModules = (names: string[]) =>
  names.flatMap((name) => {
    const file = bundle[name]!;
    return file.type === 'chunk' ? Object.keys(file.modules) : [];
  });

describe.each(['/', '/patterns', '/patterns/:id'])('the first screen %s', (path) => {
  it.each(['de', 'en'])('stays within the budgets for scripts and styles in the language %s', (language) => {
    const { scripts, styles } = files[path]![language]!;
    expect(scripts.length).toBeGreaterThan(3);
    expect(gzippedSize(scripts)).toBeLessThan(MAX_SCRIPT_BYTES);
    expect(gzippedSize(styles)).toBeLessThan(MAX_STYLE_BYTES);
  });

  it('loads no Mantine, no code of later screens and, in German, no English messages', () => {
    const modules = listModules(files[path]!.de!.scripts);
    expect(modules.filter((id) => /react-dom/.test(id))).not.toEqual([]);
    const later =
      /@mantine|@floating-ui|@stripe|\/later-screens|\/(?:features|pages)\/(?:admin|moderation|studio|checkout)/;
    expect(modules.filter((id) => later.test(id))).toEqual([]);
    expect(modules.filter((id) => /locales\/en\//.test(id))).toEqual([]);
  });
});

it('first-files.json lists the first files for the server', () => {
  const emitted = bundle['first-files.json']!;
  expect(JSON.parse(String((emitted as Rolldown.OutputAsset).source))).toEqual(files);
});
