import { createHash } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Option, program } from 'commander';
import { MasterRefused } from './document/master-refused.js';
import { prepareMaster } from './prepare-master.js';
import { copyFileId } from './stamp/file-id.js';
import { createShaper } from './document/script-fonts.js';
import { stampText } from './stamp/stamp-text.js';
import { compilePlan, writeTail } from './stamp/tail.js';

interface Options {
  email: string;
  order: string;
  date: string;
  locale: 'de' | 'en';
  title?: string;
}

program
  .name('npm run stamp --')
  .description("Writes a buyer's copy of a pattern file, as the shop does.")
  .argument('<in.pdf>', 'PDF file of a pattern')
  .argument('<out.pdf>', 'file for the copy')
  .requiredOption('--email <address>', 'e-mail address of the buyer')
  .requiredOption('--order <number>', 'order number')
  .option('--date <yyyy-mm-dd>', 'date of the order', new Date().toISOString().slice(0, 10))
  .addOption(new Option('--locale <code>', 'language of the mark').choices(['de', 'en']).default('de'))
  .option('--title <text>', 'title in the properties of the copy')
  .addHelpText(
    'after',
    '\nExit codes: 0 stamped, 1 failed, 2 file refused (standard error begins with the refusal code).',
  )
  .action(stamp);

async function stamp(input: string, output: string, { email, order, date, locale, title }: Options): Promise<void> {
  // This call throws for an invalid date, so that the date is refused before the preparation, which takes seconds.
  stampText({ email, orderNumber: order, date, locale, fileId: '' });
  if ((await resolveLinks(input)) === (await resolveLinks(output)))
    throw new Error('Input and output are the same file.');
  const folder = await stat(dirname(output)).catch(() => null);
  if (!folder?.isDirectory()) throw new Error(`There is no directory ${dirname(output)}.`);
  const started = performance.now();
  const { master, plan } = await prepareMaster(await readFile(input));
  // This copy belongs to no purchase, so its file id is derived from the given e-mail and order number.
  const fileId = copyFileId(createHash('sha256').update(email).digest('hex'), order, '', plan.masterSha256);
  const buyerStamp = { email, orderNumber: order, date, fileId, locale, title, shaper: await createShaper(email) };
  const { tail } = writeTail(compilePlan(plan), buyerStamp);
  await write(output, Buffer.concat([master, tail]));
  const flags = plan.flags.length > 0 ? `, ${plan.flags.join(', ')}` : '';
  console.log(
    `${output}: ${plan.pages} pages marked, ${master.length + tail.length} bytes, ` +
      `file id ${fileId}, ${Math.round(performance.now() - started)} ms${flags}`,
  );
}

/** @returns the absolute path, with symbolic links resolved if the file exists */
const resolveLinks = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

/** Writes the copy to a temporary file and renames it, so that an incomplete copy never replaces an existing file. */
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

await program.parseAsync().catch((error: unknown) => {
  const refused = error instanceof MasterRefused;
  console.error(refused ? `${error.code}: ${error.message}` : error instanceof Error ? error.message : error);
  process.exitCode = refused ? 2 : 1;
});
