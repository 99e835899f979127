import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import Chromium, { inflate } from '@sparticuz/chromium';

export interface Browser {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser to drive: CHROMIUM_PATH, else an installed one, else the one that came with npm. */
export async function findBrowser(): Promise<Browser> {
  // Chromium refuses its own sandbox to root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const known = process.env.CHROMIUM_PATH || installed();
  return known ? { executablePath: known, args, env: environment() } : unpack(args);
}

function installed(): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = directories.flatMap((directory) => installedNames.map((name) => join(directory, name)));
  if (process.platform === 'darwin') candidates.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  return candidates.find(existsSync);
}

/**
 * The package's own arguments are for a cloud function: --single-process and --no-zygote crash it when a page closes,
 * and others switch off the very rules (origins, content policy) that the journeys are to meet.
 */
async function unpack(args: string[]): Promise<Browser> {
  const executablePath = await Chromium.executablePath();
  const libraries = join(tmpdir(), 'al2023', 'lib');
  if (!existsSync(libraries)) {
    const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../../bin');
    await inflate(join(packed, 'al2023.tar.br')).catch(() => undefined);
  }
  const path = [process.env.LD_LIBRARY_PATH, libraries].filter(Boolean).join(delimiter);
  return {
    executablePath,
    args: [...args, '--disable-dev-shm-usage'],
    env: environment({ LD_LIBRARY_PATH: path }),
  };
}

/** In a plain C locale Chromium cannot write a file name with umlauts and saves it as `download`. */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const all = Object.entries({ ...process.env, LC_ALL: 'C.UTF-8', ...more });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
