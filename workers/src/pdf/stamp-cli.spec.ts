import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patternPdf } from './fixtures/fixture-pdfs.js';
import { openWithPdfJs } from './document/read-pages.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stamp-'));
  writeFileSync(join(folder, 'in.pdf'), await patternPdf(2));
  writeFileSync(join(folder, 'page.html'), '<html></html>');
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const script = ['--import', join(__dirname, 'run-from-source.ts'), join(__dirname, 'stamp-cli.ts')];
  const options = { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } } as const;
  return spawnSync(process.execPath, [...script, ...args], options);
}

const buyer = ['--email', 'a@b.de', '--order', 'X-1', '--date', '2026-11-21'];

describe('the stamp command', () => {
  it('writes the copy and prints one line about it', async () => {
    const { status, stdout, stderr } = run('in.pdf', 'out.pdf', ...buyer, '--locale', 'en');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^out\.pdf: 2 pages marked, \d+ bytes, file id [0-9a-f]{32}, \d+ ms\n$/);
    const document = (await openWithPdfJs(readFileSync(join(folder, 'out.pdf'))))!;
    expect((await document.page(2)).texts.map(({ text }) => text)).toContain(
      'Licensed to a@b.de – Order X-1 – 21 Nov 2026',
    );
    await document.close();
  });

  it('exits with 2, and creates or replaces no file, when the input is refused', () => {
    expect(run('page.html', 'none.pdf', ...buyer)).toEqual(
      expect.objectContaining({ status: 2, stdout: '', stderr: expect.stringMatching(/^NOT_A_PDF: .+\n$/) }),
    );
    expect(existsSync(join(folder, 'none.pdf'))).toBe(false);
    writeFileSync(join(folder, 'old.pdf'), 'old');
    expect(run('page.html', 'old.pdf', ...buyer).status).toBe(2);
    expect(readFileSync(join(folder, 'old.pdf'), 'utf8')).toBe('old');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('refuses a file that already has a mark, and does not print the address in the mark', () => {
    expect(run('in.pdf', 'marked.pdf', ...buyer).status).toBe(0);
    const again = run('marked.pdf', 'twice.pdf', '--email', 'next@example.org', '--order', 'X-2');
    expect(again).toEqual(
      expect.objectContaining({ status: 2, stdout: '', stderr: 'OWN_MARK: The file contains the mark of a copy.\n' }),
    );
    expect(existsSync(join(folder, 'twice.pdf'))).toBe(false);
  });

  it('exits with 1 and names the missing directory', () => {
    expect(run('in.pdf', 'nowhere/out.pdf', ...buyer)).toEqual(
      expect.objectContaining({ status: 1, stdout: '', stderr: 'There is no directory nowhere.\n' }),
    );
  });

  it.each([
    ['no arguments', []],
    ['a missing file', ['missing.pdf', 'out2.pdf', ...buyer]],
    ['an unknown option', ['in.pdf', 'out2.pdf', ...buyer, '--colour', 'red']],
    ['an unsupported language', ['in.pdf', 'out2.pdf', ...buyer, '--locale', 'fr']],
    ['an invalid date', ['in.pdf', 'out2.pdf', '--email', 'a@b.de', '--order', 'X', '--date', 'today']],
  ])('exits with 1 for %s', (_, args) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stderr).not.toBe('');
    expect(existsSync(join(folder, 'out2.pdf'))).toBe(false);
  });
});
