import type { PDFiumLibrary as Library } from '@hyzyla/pdfium';

/** Rows from the top, four bytes a pixel: blue, green, red, unused. */
export interface Raster {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A grey picture: one byte a pixel, 0 is black. */
export interface GreyRaster {
  width: number;
  height: number;
  levels: Uint8Array;
}

/** A part of the upright page, in points from its visible lower left corner. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface RenderOptions {
  area?: Area | undefined;
  /** For print instead of screen. */
  printed?: boolean;
  /** Without antialiasing, which is faster. */
  rough?: boolean;
}

export interface RenderedPage {
  /** Points. */
  width: number;
  height: number;
  annotations: number;
  /** Renders the page or a part of it. @param scale pixels per point */
  render(scale: number, options?: RenderOptions): Raster;
  renderGrey(scale: number, area?: Area): GreyRaster;
}

/** A document opened by an independent renderer (PDFium, used in Chrome). Close it after use. */
export interface RenderedDocument {
  pages: number;
  /** @param number from 1. @returns the result of `work`; undefined when the page cannot be drawn */
  page<T>(number: number, work: (page: RenderedPage) => T): T | undefined;
  close(): void;
}

/** Formats of pictures: their number in PDFium, and bytes per pixel. */
const BGRX = { format: 3, bytes: 4 };
const GREY = { format: 1, bytes: 1 };
const ANNOTATIONS = 0x01;
const PRINTED = 0x800;
/** Text, pictures and paths. */
const ROUGH = 0x7000;
const WHITE = 0xffffffff;
/** Larger pages are drawn smaller. */
const MOST_BYTES = 16_000_000;

/** Part of the library, but not of its types. */
interface Undeclared {
  _FPDFPage_GetAnnotCount(page: number): number;
}

const greyOf = ({ pixels, ...size }: Raster): GreyRaster => ({ ...size, levels: pixels });

type Module = Library['module'] & Undeclared;

interface OpenPage {
  /** Handles of PDFium; the form only when the document has fields. */
  page: number;
  form: number | undefined;
  /** Points. */
  size: [width: number, height: number];
}

function draw(
  module: Module,
  { page, form, size: [width, height] }: OpenPage,
  scale: number,
  options: RenderOptions,
  kind: typeof BGRX = BGRX,
): Raster {
  const { area = { x: 0, y: 0, width, height }, printed = false, rough = false } = options;
  const least = Math.min(scale, Math.sqrt(MOST_BYTES / kind.bytes / (area.width * area.height)));
  const raster = {
    width: Math.max(1, Math.round(area.width * least)),
    height: Math.max(1, Math.round(area.height * least)),
  };
  const bytesNeeded = raster.width * raster.height * kind.bytes;
  const memory = module.wasmExports.malloc(bytesNeeded);
  if (memory === 0) throw new Error('not enough memory for a picture of the page');
  const bitmap = module._FPDFBitmap_CreateEx(
    raster.width,
    raster.height,
    kind.format,
    memory,
    raster.width * kind.bytes,
  );
  module._FPDFBitmap_FillRect(bitmap, 0, 0, raster.width, raster.height, WHITE);
  const [left, top] = [area.x * least, (height - area.y - area.height) * least].map(Math.round) as [number, number];
  const [wide, high] = [width * least, height * least].map(Math.round) as [number, number];
  const flags = ANNOTATIONS | (printed ? PRINTED : 0) | (rough ? ROUGH : 0);
  module._FPDF_RenderPageBitmap(bitmap, page, -left, -top, wide, high, 0, flags);
  // Form fields need a separate call.
  if (form !== undefined) module._FPDF_FFLDraw(form, bitmap, page, -left, -top, wide, high, 0, flags);
  const pixels = module.HEAPU8.slice(memory, memory + bytesNeeded);
  module._FPDFBitmap_Destroy(bitmap);
  module.wasmExports.free(memory);
  return { ...raster, pixels };
}

let library: Promise<Library> | undefined;

/** @returns undefined when the renderer cannot open the bytes */
export async function openWithPdfium(bytes: Uint8Array): Promise<RenderedDocument | undefined> {
  library ??= import('@hyzyla/pdfium').then(({ PDFiumLibrary }) => PDFiumLibrary.init());
  const loaded = await library;
  // The pages of the library are always drawn completely.
  const module = loaded['module'] as Module;
  const document = await loaded.loadDocument(bytes).catch(() => undefined);
  if (!document) return undefined;

  let form: number | undefined;

  return {
    pages: document.getPageCount(),
    page(number, work) {
      const page = module._FPDF_LoadPage(document['documentIdx'], number - 1);
      if (page === 0) return undefined;
      try {
        const annotations = module._FPDFPage_GetAnnotCount(page);
        if (annotations > 0) form ??= document.initializeFormFields();
        if (form !== undefined) module._FORM_OnAfterLoadPage(page, form);
        const [width, height] = [module._FPDF_GetPageWidth(page), module._FPDF_GetPageHeight(page)];
        const open = { page, form, size: [width, height] } satisfies OpenPage;
        return work({
          width,
          height,
          annotations,
          render: (scale, options = {}) => draw(module, open, scale, options),
          renderGrey: (scale, area) => greyOf(draw(module, open, scale, { area }, GREY)),
        });
      } finally {
        if (form !== undefined) module._FORM_OnBeforeClosePage(page, form);
        module._FPDF_ClosePage(page);
      }
    },
    close: () => document.destroy(),
  };
}
