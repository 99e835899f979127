import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../sandbox/environment.ts';
import { projectRoot } from '../sandbox/project-root.ts';
import { loadSecrets } from '../sandbox/secrets.ts';
import { readSettings } from '../sandbox/settings.ts';
import type { Fakes } from '../sandbox/fakes.ts';
import type { ShopUrls } from '../sandbox/start-shop.ts';

// `npm run ops`: runs the operators' tool for the shop that DATABASE_URL names, or for the shop that `npm start` runs.
const root = projectRoot();
const tool = join(root, 'dist/programs/ops.js');
const args = process.argv.slice(2);

const env = process.env.DATABASE_URL || process.env.DATABASE_URL_FILE ? process.env : localEnvironment();
if (!env) fail('No shop is running. Run npm start, or set DATABASE_URL and the other settings.');
if (!existsSync(tool)) fail('The shop is not built. Run npm start or npm run build.');
// npm starts this file in the project's folder, but file arguments are relative to the operator's folder, INIT_CWD.
const cwd = process.env.INIT_CWD ?? process.cwd();
process.exit(spawnSync(process.execPath, [tool, ...args], { cwd, env, stdio: 'inherit' }).status ?? 1);

/** @returns the environment of the shop that `npm start` runs; null when no such shop runs */
function localEnvironment(): NodeJS.ProcessEnv | null {
  const settings = readSettings(root, process.env);
  const [urlsFile, portsFile] = ['sandbox.json', 'ports.json'].map((file) => join(settings.dataDir, file));
  // `--help` works without a shop.
  if (!existsSync(urlsFile!)) return args.includes('--help') || args.includes('-h') ? process.env : null;
  const { url, database, s3, mail, stripe } = JSON.parse(readFileSync(urlsFile!, 'utf8')) as ShopUrls;
  const { smtp } = JSON.parse(readFileSync(portsFile!, 'utf8')) as { smtp: number };
  const fakes = {
    databaseUrl: database,
    s3: s3 ? { url: s3 } : undefined,
    mail: mail ? { webUrl: mail, smtpUrl: `smtp://127.0.0.1:${smtp}` } : undefined,
    stripe: stripe ? { url: stripe } : undefined,
  } as Fakes;
  return environment(root, { ...settings, publicUrl: url }, loadSecrets(settings.dataDir), fakes);
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
