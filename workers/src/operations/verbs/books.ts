import { Argument, InvalidArgumentError } from 'commander';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { PERIOD, PERIOD_MESSAGE } from '#backend/purchases/books/period.js';
import { BOOK_FORMATS, type BookFormat, ExportBooks } from '#backend/purchases/books/queries/export-books.js';
import type { Verb } from '../verb.js';

/** `books`: writes the documents of a period to a file, for the tax adviser. */
export const books: Verb = (parent, withContext) =>
  parent
    .command('books')
    .description('Writes the documents of a period to a file, for the tax adviser (docs/tax-exports.md).')
    .addArgument(new Argument('<format>', 'Journal, DATEV booking batch or OSS return').choices(BOOK_FORMATS))
    .argument('<period>', 'A year, a quarter or a month: 2026, 2026-Q4 or 2026-11', parsePeriodText)
    .requiredOption('--out <file>', 'File to create; only its owner can read it')
    .action((format: BookFormat, period: string, { out }: { out: string }) =>
      withContext(async ({ commands, queries, print }) => {
        const { content } = await queries.execute(new ExportBooks(format, period));
        await write(out, content);
        await commands.execute(new RecordOperatorAction('books-exported', { format, period }, true));
        print(`${out} written`);
        return 0;
      }),
    );

function parsePeriodText(text: string): string {
  if (!PERIOD.test(text)) throw new InvalidArgumentError(`${PERIOD_MESSAGE}.`);
  return text;
}

async function write(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    await pipeline(Readable.from(content), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'open') throw error;
    throw new InvalidArgumentError(
      `--out: ${file} ${code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`}`,
    );
  }
}
