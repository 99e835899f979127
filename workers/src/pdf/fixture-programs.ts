import { spawnSync } from 'node:child_process';

/** The package of Debian of each program; continuous integration installs them. */
const PACKAGES: Record<string, string> = {
  gs: 'ghostscript',
  qpdf: 'qpdf',
  mutool: 'mupdf-tools',
  pdftocairo: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftops: 'poppler-utils',
  pdftotext: 'poppler-utils',
};

/**
 * Whether a program is installed, so that a test may use it. Says what is not tested without it.
 * @throws in continuous integration, where each of them is expected (CI, which .ci/run sets)
 */
export function isInstalled(name: string, untested: string, env: NodeJS.ProcessEnv = process.env): boolean {
  if (!spawnSync(name, ['--version']).error) return true;
  const message = `Without ${name}: ${untested}. Install ${PACKAGES[name] ?? name} to test it.`;
  if (env.CI) throw new Error(message);
  process.stderr.write(`${message}\n`);
  return false;
}
