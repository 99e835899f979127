import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { MasterRefused } from './document/master-refused.js';
import { patternPdf, rawPages, rawPdf } from './fixtures/fixture-pdfs.js';
import { prepareInProcess } from './prepare/prepare-in-process.js';
import { prepareMaster } from './prepare-master.js';

const MIB = 1024 * 1024;

/** @returns a decompression bomb: a stream of spaces, which is small when it is deflated */
function deflatedSpaces(mebibytes: number, entries: string): string {
  const packed = deflateSync(Buffer.alloc(mebibytes * MIB, ' '), { level: 1 }).toString('latin1');
  return `<<${entries}/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream`;
}

const createOnePage = (entries: string, ...objects: string[]): Buffer =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${entries}>>`,
    ...objects,
  ]);

/** Creates a file without an xref table. To repair the file, qpdf must inflate its object stream, which is a bomb. */
function objectStreamBomb(): Buffer {
  const file = createOnePage('/Contents 5 0 R', deflatedSpaces(300, '/Type/ObjStm/N 1/First 4'));
  return file.subarray(0, file.lastIndexOf('xref\n0'));
}

/** Waits until the preparation process runs. @returns its pid, found in /proc */
async function findPreparationPid(): Promise<number> {
  for (;;) {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => existsSync(`/proc/${pid}/stat`) && readStat(pid).includes(`) S ${process.pid} `));
    const preparing = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('prepare-process'));
    if (preparing) return Number(preparing);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * @returns the text of /proc/<pid>/stat, but always with the state S, so that the caller can search for ` S ` and the pid of
 * the parent. Empty when the process has ended
 */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\) [A-Z] /, ') S ');
  } catch {
    return '';
  }
}

describe('preparing a master in a separate process', () => {
  it('returns the result of prepareInProcess', async () => {
    const source = await patternPdf(2);
    const prepared = await prepareMaster(source);
    expect(prepared).toEqual(await prepareInProcess(source));
    expect(prepared.master.length).toBe(prepared.plan.masterBytes);
  });

  it('accepts eight pages that are full of small text', async () => {
    const line = 'Legen Sie die Teile rechts auf rechts und steppen Sie mit 1,5 cm Nahtzugabe, danach bügeln.';
    const text = `${line} ${line}\n`.repeat(85);
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (let number = 0; number < 8; number++) {
      document.addPage([595, 842]).drawText(text, { x: 20, y: 815, size: 8, lineHeight: 9.4, font });
    }
    // The search for bar codes reads all the text. It must stay within the CPU limit.
    const { plan } = await prepareMaster(await document.save(), { cpuSeconds: 6 });
    expect(plan.pages).toBe(8);
  });

  it.each([
    ['stripes', '1 0 0 1'],
    ['diagonal hatching', '1 0 1 1'],
  ])('accepts an A0 sheet that is full of %s', async (_, matrix) => {
    const lines = Array.from({ length: 900 }, (__, index) => `${7.2 * index - 3400} 0 m ${7.2 * index - 3400} 3370 l`);
    const content = `q ${matrix} 0 0 cm 3.6 w ${lines.join(' ')} S Q`;
    const sheet = rawPages([{ entries: '/MediaBox[0 0 2384 3370]', content }]);
    // The search for bar codes reads all the lines. It must stay within the CPU limit.
    expect((await prepareMaster(sheet, { cpuSeconds: 7 })).plan.pages).toBe(1);
  });

  it.each([
    ['eight A4 pages scanned at 300 dpi', { dpi: 300, pages: 8 }],
    ['six A4 pages scanned at 600 dpi', { dpi: 600, pages: 6 }],
  ])('accepts %s', async (_, { dpi, pages }) => {
    const size = { width: Math.round((595 * dpi) / 72), height: Math.round((842 * dpi) / 72) };
    // Real scans contain noise, which takes time to decode.
    const noise = { type: 'gaussian' as const, mean: 235, sigma: 8 };
    const scan = await sharp({ create: { ...size, channels: 3, background: 'white', noise } })
      .jpeg()
      .toBuffer();
    const document = await PDFDocument.create();
    for (let number = 0; number < pages; number++) {
      document.addPage([595, 842]).drawImage(await document.embedJpg(scan), { width: 595, height: 842 });
    }
    // Several steps render the pages and decode the pictures each time. All steps together must stay within the CPU limit.
    expect((await prepareMaster(await document.save())).plan.pages).toBe(pages);
  });

  it('rejects with the refusal code of the file', async () => {
    const tiny = rawPages([{ entries: '/MediaBox[0 0 5 5]' }]);
    await expect(prepareMaster(tiny)).rejects.toMatchObject({ name: 'MasterRefused', code: 'PAGE_TOO_SMALL' });
    await expect(prepareMaster(Buffer.from('GIF89a'))).rejects.toMatchObject({ code: 'NOT_A_PDF' });
  });

  it.each([
    ['an object stream', 'TOO_COMPLEX', objectStreamBomb],
    // The limit of the inflated content applies before the memory limit.
    ["a page's content", 'TOO_LARGE', () => createOnePage('/Contents 4 0 R', deflatedSpaces(300, ''))],
  ])('refuses a decompression bomb in %s', async (_, code, createFile) => {
    await expect(prepareMaster(createFile(), { memoryBytes: 250 * MIB })).rejects.toMatchObject({ code });
  });

  it.each([
    ['saved by a page', 'q ', '/Contents 4 0 R'],
    ['restored by a page', 'Q ', '/Contents 4 0 R'],
    [
      'saved by a form that a page draws',
      'q ',
      '/Contents 5 0 R/Resources<</XObject<</F 4 0 R>>>>',
      '<</Length 5>>stream\n/F Do\nendstream',
    ],
  ])('refuses too many graphics states that are %s', async (_, operator, page, ...objects) => {
    const content = operator.repeat(25_000);
    const form = `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length ${content.length}>>stream\n${content}\nendstream`;
    const attempt = prepareMaster(createOnePage(page, form, ...objects), { milliseconds: 30_000 });
    await expect(attempt).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
  });

  it('kills the process at the timeout without refusing the file', async () => {
    const failure = await prepareMaster(await patternPdf(), { milliseconds: 50 }).catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(MasterRefused);
    expect(String(failure)).toContain('did not finish within 0.05 s');
  });

  it('refuses a file that needs more CPU time than allowed for its size', async () => {
    const attempt = prepareMaster(await patternPdf(200), { cpuSeconds: 1 });
    await expect(attempt).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
  });

  it('does not refuse the file when a signal kills the process', async () => {
    const failure = prepareMaster(await patternPdf(40)).catch((error: unknown) => error);
    process.kill(await findPreparationPid(), 'SIGTERM');
    expect(await failure).not.toBeInstanceOf(MasterRefused);
    expect(String(await failure)).toContain('ended with SIGTERM');
  });

  it('rejects with the reason of the AbortSignal when the job is aborted', async () => {
    const source = await patternPdf();
    await expect(prepareMaster(source, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    const reason = new Error('shutting down');
    const controller = new AbortController();
    const attempt = prepareMaster(source, { signal: controller.signal });
    controller.abort(reason);
    await expect(attempt).rejects.toBe(reason);
  });
});
