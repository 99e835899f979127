import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { prepareMaster } from '../../workers/src/pdf/prepare-master.ts';
import { stampText } from '../../workers/src/pdf/stamp/stamp-text.ts';
import { compilePlan, type Stamp, writeTail } from '../../workers/src/pdf/stamp/tail.ts';
import { median } from '../figures.ts';
import { type SampleFile, sampleFiles } from './sample-files.ts';
import { showsText } from '../orders/shows-text.ts';

/** Times are in milliseconds: one measurement for `prepare`, medians for the other methods. */
export interface EngineRow {
  name: string;
  pages: number;
  bytes: number;
  tailBytes: number;
  /** Prepares the master, once per file, in a separate process, including the self-check. */
  prepare: number;
  /** Writes one tail. */
  tail: number;
  /** Duplicates the bytes of the file in memory. */
  memoryDuplicate: number;
  /** Duplicates the file on the same disk, without fsync. */
  diskDuplicate: number;
  /** Loads the file with pdf-lib, draws one line of text on each page, and saves the file. */
  pdfLib: number;
  rounds: number;
}

export interface EngineFigures {
  rows: EngineRow[];
  problems: string[];
}

interface Method {
  name: 'tail' | 'memoryDuplicate' | 'diskDuplicate' | 'pdfLib';
  /** Resolves with the milliseconds of one run. */
  measure(): Promise<number>;
}

interface MeasuredFile {
  row: EngineRow;
  methods: Method[];
  times: Record<Method['name'], number[]>;
}

const ROUNDS = 5;
const TAILS_PER_TIMING = 20;
/** Milliseconds after the start of the first round, from which no new round starts. */
const BUDGET_MS = 100_000;

/**
 * Prepares the sample files, then times each method on each file.
 * @param directory the directory for temporary files; the caller deletes it
 */
export async function measureEngine(directory: string, signal: AbortSignal): Promise<EngineFigures> {
  const files: MeasuredFile[] = [];
  const problems: string[] = [];
  for await (const file of sampleFiles()) {
    signal.throwIfAborted();
    files.push(await prepareFile(file, directory, problems, signal));
  }

  const start = performance.now();
  for (let round = 0; round < ROUNDS && performance.now() - start < BUDGET_MS; round++) {
    for (const { row, methods, times } of files) {
      for (const method of methods) {
        signal.throwIfAborted();
        times[method.name].push(await method.measure());
      }
      row.rounds++;
    }
  }
  for (const { row, times } of files) {
    for (const [method, durations] of Object.entries(times)) row[method as Method['name']] = median(durations);
  }
  return { rows: files.map(({ row }) => row), problems };
}

async function prepareFile(
  { name, pages, bytes }: SampleFile,
  directory: string,
  problems: string[],
  signal: AbortSignal,
): Promise<MeasuredFile> {
  const began = performance.now();
  const { master, plan } = await prepareMaster(bytes, { signal });
  const prepare = performance.now() - began;
  const compiled = compilePlan(plan);

  let tailCount = 0;
  const nextTail = (): Buffer => writeTail(compiled, createStamp(tailCount++)).tail;
  const tail = nextTail();
  if (!(await showsText(Buffer.concat([master, tail]), createStamp(0).email))) {
    problems.push(`${name}: the buyer's e-mail address is missing on the first or last page of the copy`);
  }
  for (let warmUp = 0; warmUp < 10 * TAILS_PER_TIMING; warmUp++) nextTail();

  const original = join(directory, `${pages}.pdf`);
  const duplicate = join(directory, `${pages}.duplicate.pdf`);
  await writeFile(original, bytes);
  const methods: Method[] = [
    { name: 'tail', measure: async () => timeTails(nextTail) },
    { name: 'memoryDuplicate', measure: async () => timed(() => Buffer.from(bytes)) },
    {
      name: 'diskDuplicate',
      measure: async () => {
        await rm(duplicate, { force: true });
        return timed(() => copyFile(original, duplicate));
      },
    },
    { name: 'pdfLib', measure: () => timed(() => stampWithPdfLib(bytes)) },
  ];
  const unmeasured = { tail: 0, memoryDuplicate: 0, diskDuplicate: 0, pdfLib: 0 };
  return {
    row: { name, pages, bytes: bytes.length, tailBytes: tail.length, prepare, ...unmeasured, rounds: 0 },
    methods,
    times: { tail: [], memoryDuplicate: [], diskDuplicate: [], pdfLib: [] },
  };
}

/** @returns the stamp of a different buyer for each number */
const createStamp = (number: number): Stamp => ({
  email: `buyer-${number}@example.com`,
  orderNumber: `PP-2026-${String(number).padStart(6, '0')}`,
  date: '2026-01-15',
  fileId: number.toString(16).padStart(32, '0'),
  locale: 'de',
});

/** @returns the mean milliseconds of several tails, because the time of a single tail is too short to measure */
function timeTails(nextTail: () => Buffer): number {
  const began = performance.now();
  for (let tail = 0; tail < TAILS_PER_TIMING; tail++) nextTail();
  return (performance.now() - began) / TAILS_PER_TIMING;
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Stamps a file with pdf-lib alone. Draws one line of text on each page; the shop's stamp has two texts. */
async function stampWithPdfLib(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const text = stampText(createStamp(0));
  for (const page of document.getPages()) page.drawText(text, { x: 12, y: 14, size: 7, font });
  return document.save();
}
