import { chmodSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { TEMPLATE } from './start-nginx.js';

export const SCRIPT = `console.log('${'stitch '.repeat(400)}');\n`;
const SMALL = 'export const thread = 1;\n';

/**
 * Creates a temporary folder with a few small files like those of the storefront's image.
 * @returns the path of the folder
 */
export function makeImageFiles(): string {
  const directory = mkdtempSync(join(tmpdir(), 'storefront-'));
  chmodSync(directory, 0o755);
  const files: Record<string, string | Buffer> = {
    'assets/shop-abc123.js': SCRIPT,
    'assets/shop-abc123.js.br': brotliCompressSync(SCRIPT),
    'assets/shop-abc123.js.gz': gzipSync(SCRIPT),
    'assets/shop-abc123.css': SCRIPT,
    'assets/shop-abc123.css.br': brotliCompressSync(SCRIPT),
    'assets/small-abc123.js': SMALL,
    'assets/text-abc123.woff2': Buffer.alloc(2000),
    'locales/de/home.json': JSON.stringify({ text: 'ä'.repeat(2000) }),
    'service-worker.js': SCRIPT,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(directory, dirname(name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  for (const name of ['html', 'json', 'txt'])
    cpSync(join(dirname(TEMPLATE), `unavailable.${name}`), join(directory, `unavailable.${name}`));
  return directory;
}
