import { createHash } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MasterRefused } from './document/master-refused.js';
import { prepareMaster } from './prepare-master.js';
import { copyFileId } from './stamp/file-id.js';
import { shaperFor } from './document/script-fonts.js';
import { stampText } from './stamp/stamp-text.js';
import { compilePlan, writeTail } from './stamp/tail.js';

const USAGE =
  'usage: npm run stamp -- <in.pdf> <out.pdf> --email a@b.de --order PP-1 [--date yyyy-mm-dd] [--locale de|en] [--title text]';

/** Stamps a file for a buyer, as the shop does. Exit codes: 0 stamped, 2 refused (reason on stderr), 1 other errors. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      order: { type: 'string' },
      date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      locale: { type: 'string', default: 'de' },
      title: { type: 'string' },
    },
  });
  const [input, output, ...rest] = positionals;
  const { email, order, date, locale, title } = values;
  if (!input || !output || rest.length > 0 || !email || !order || (locale !== 'de' && locale !== 'en')) {
    throw new Error(USAGE);
  }
  stampText({ email, orderNumber: order, date, locale, fileId: '' });
  if ((await real(input)) === (await real(output))) throw new Error('The copy would replace its own source.');
  const folder = await stat(dirname(output)).catch(() => null);
  if (!folder?.isDirectory()) throw new Error(`There is no directory ${dirname(output)}.`);
  const started = performance.now();
  const { master, plan } = await prepareMaster(await readFile(input));
  // A copy made by hand has no order: its id is derived from the given order number.
  const fileId = copyFileId(createHash('sha256').update(email).digest('hex'), order, '', plan.masterSha256);
  const stamp = { email, orderNumber: order, date, fileId, locale, title, shaper: await shaperFor(email) } as const;
  const { tail } = writeTail(compilePlan(plan), stamp);
  await write(output, Buffer.concat([master, tail]));
  const flags = plan.flags.length > 0 ? `, ${plan.flags.join(', ')}` : '';
  console.log(
    `${output}: ${plan.pages} pages marked, ${master.length + tail.length} bytes, ` +
      `file id ${fileId}, ${Math.round(performance.now() - started)} ms${flags}`,
  );
  return 0;
}

/** The path with symbolic links resolved; unchanged for a file that does not exist. */
const real = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

/** Writes atomically: an existing file is replaced only by a complete copy. */
async function write(output: string, bytes: Buffer): Promise<void> {
  const temporary = `${output}.${process.pid}.part`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, output);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const refused = error instanceof MasterRefused;
    console.error(refused ? `${error.code}: ${error.message}` : error instanceof Error ? error.message : error);
    process.exitCode = refused ? 2 : 1;
  },
);
