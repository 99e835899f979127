import type { PDFiumLibrary as Library } from '@hyzyla/pdfium';

/** A picture. Rows start at the top; a pixel has four bytes: blue, green, red, unused. */
export interface Raster {
  /** Width and height in pixels. */
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A grey picture with one byte per pixel; 0 is black. */
export interface GreyRaster {
  width: number;
  height: number;
  levels: Uint8Array;
}

/**
 * A rectangle on the page as it is shown. `x` and `y` are the distances of its lower left corner from the left edge and the
 * bottom edge. All values are in page units (each of `userUnit` points).
 */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface RenderOptions {
  area?: Area | undefined;
  /** Renders for print instead of for the screen. */
  printed?: boolean;
  /** Renders without antialiasing, which is faster. */
  rough?: boolean;
}

export interface RenderedPage {
  /** Width and height of the page as it is shown, in page units and not in points, because PDFium ignores UserUnit. */
  width: number;
  height: number;
  /** Number of annotations. */
  annotations: number;
  /** Renders the page or a part of it. @param scale the number of pixels per page unit */
  render(scale: number, options?: RenderOptions): Raster;
  renderGrey(scale: number, area?: Area): GreyRaster;
}

/** A document that is open in PDFium, the PDF renderer of Chrome. Close it after use. */
export interface RenderedDocument {
  pages: number;
  /** @param number the page number, from 1 @returns the result of `work`; undefined when the page cannot be loaded */
  page<T>(number: number, work: (page: RenderedPage) => T): T | undefined;
  close(): void;
}

/** Pixel formats. `format` is PDFium's number of the format, `bytes` the number of bytes per pixel. */
const BGRX = { format: 3, bytes: 4 };
const GREY = { format: 1, bytes: 1 };
const ANNOTATIONS = 0x01;
const PRINTED = 0x800;
/** Turns off antialiasing of text, pictures and paths. */
const ROUGH = 0x7000;
const WHITE = 0xffffffff;
/** Maximum size of a bitmap; a larger page is rendered at a smaller scale. */
const MAX_BITMAP_BYTES = 16_000_000;

/** Functions of the library that are missing in its types. */
interface UndeclaredFunctions {
  _FPDFPage_GetAnnotCount(page: number): number;
}

const toGreyRaster = ({ pixels, ...size }: Raster): GreyRaster => ({ ...size, levels: pixels });

type Module = Library['module'] & UndeclaredFunctions;

interface OpenPage {
  /** PDFium's handle of the page. */
  page: number;
  /** PDFium's handle of the document's form. Undefined until a page with annotations is opened. */
  form: number | undefined;
  /** Width and height in page units. */
  size: [width: number, height: number];
}

function renderPage(
  module: Module,
  { page, form, size: [width, height] }: OpenPage,
  scale: number,
  options: RenderOptions,
  pixelFormat: typeof BGRX = BGRX,
): Raster {
  const { area = { x: 0, y: 0, width, height }, printed = false, rough = false } = options;
  const actualScale = Math.min(scale, Math.sqrt(MAX_BITMAP_BYTES / pixelFormat.bytes / (area.width * area.height)));
  const raster = {
    width: Math.max(1, Math.round(area.width * actualScale)),
    height: Math.max(1, Math.round(area.height * actualScale)),
  };
  const bytesNeeded = raster.width * raster.height * pixelFormat.bytes;
  const memory = module.wasmExports.malloc(bytesNeeded);
  if (memory === 0) throw new Error('not enough memory for a picture of the page');
  const bitmap = module._FPDFBitmap_CreateEx(
    raster.width,
    raster.height,
    pixelFormat.format,
    memory,
    raster.width * pixelFormat.bytes,
  );
  module._FPDFBitmap_FillRect(bitmap, 0, 0, raster.width, raster.height, WHITE);
  const [left, top] = [area.x * actualScale, (height - area.y - area.height) * actualScale].map(Math.round) as [
    number,
    number,
  ];
  const [pageWidth, pageHeight] = [width * actualScale, height * actualScale].map(Math.round) as [number, number];
  const flags = ANNOTATIONS | (printed ? PRINTED : 0) | (rough ? ROUGH : 0);
  module._FPDF_RenderPageBitmap(bitmap, page, -left, -top, pageWidth, pageHeight, 0, flags);
  // PDFium draws form fields only with this separate call.
  if (form !== undefined) module._FPDF_FFLDraw(form, bitmap, page, -left, -top, pageWidth, pageHeight, 0, flags);
  const pixels = module.HEAPU8.slice(memory, memory + bytesNeeded);
  module._FPDFBitmap_Destroy(bitmap);
  module.wasmExports.free(memory);
  return { ...raster, pixels };
}

let library: Promise<Library> | undefined;

/** @returns undefined when PDFium cannot open the bytes */
export async function openWithPdfium(bytes: Uint8Array): Promise<RenderedDocument | undefined> {
  library ??= import('@hyzyla/pdfium').then(({ PDFiumLibrary }) => PDFiumLibrary.init());
  const loaded = await library;
  // The package's own API renders only whole pages, so this code calls the functions of PDFium directly.
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
          render: (scale, options = {}) => renderPage(module, open, scale, options),
          renderGrey: (scale, area) => toGreyRaster(renderPage(module, open, scale, { area }, GREY)),
        });
      } finally {
        if (form !== undefined) module._FORM_OnBeforeClosePage(page, form);
        module._FPDF_ClosePage(page);
      }
    },
    close: () => document.destroy(),
  };
}
