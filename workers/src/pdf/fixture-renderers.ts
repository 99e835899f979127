import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from './fixture-programs.js';
import { renderAsReader, type Raster } from './render-pages.js';

/** A program that draws every page of a file. */
export interface Renderer {
  name: string;
  /** @param scale pixels a point */
  render(pdf: Buffer, scale: number): Promise<Raster[]>;
}

const pdfium: Renderer = {
  name: 'pdfium',
  async render(pdf, scale) {
    const document = (await renderAsReader(pdf))!;
    const rasters = Array.from({ length: document.pages }, (_, index) =>
      document.page(index + 1, (page) => page.render(scale))!,
    );
    document.close();
    return rasters;
  },
};

/** Draws with a program that writes one PPM a page into its directory. */
const installed = (name: string, args: (dpi: number, pdf: string, folder: string) => string[]): Renderer => ({
  name,
  async render(pdf, scale) {
    const folder = mkdtempSync(join(tmpdir(), 'render-'));
    try {
      const file = join(folder, 'copy.pdf');
      writeFileSync(file, pdf);
      spawnSync(name, args(72 * scale, file, folder), { timeout: 60_000 });
      const pages = readdirSync(folder).filter((entry) => entry.endsWith('.ppm'));
      return pages.toSorted((one, other) => pageOf(one) - pageOf(other)).map((entry) => readPpm(join(folder, entry)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

const pageOf = (file: string): number => Number(/\d+/.exec(file)![0]);

function readPpm(path: string): Raster {
  const bytes = readFileSync(path);
  const [head, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40))!;
  const raster = { width: Number(width), height: Number(height) };
  const pixels = new Uint8Array(4 * raster.width * raster.height);
  for (let pixel = 0; pixel < raster.width * raster.height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      pixels[4 * pixel + channel] = bytes[head!.length + 3 * pixel + 2 - channel]!;
    }
  }
  return { ...raster, pixels };
}

const others = [
  installed('pdftoppm', (dpi, pdf, folder) => ['-cropbox', '-r', String(dpi), pdf, join(folder, 'page')]),
  installed('mutool', (dpi, pdf, folder) => ['draw', '-q', '-r', String(dpi), '-o', join(folder, 'page-%d.ppm'), pdf]),
].filter(({ name }) => isInstalled(name, 'marks were not looked for in its pictures'));

/** PDFium always; poppler and MuPDF where they are installed, as they must be in continuous integration. */
export const renderers = [pdfium, ...others];
