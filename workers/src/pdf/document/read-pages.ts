import type * as Reader from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Number of items of each kind in a document. */
export interface Structure {
  pages: number;
  outlines: number;
  layers: number;
  fields: number;
}

export interface ReadText {
  text: string;
  /** Start of the baseline, in points from the left edge and the bottom edge of the page as it is shown. */
  x: number;
  y: number;
  direction: 'right' | 'up' | 'other';
}

export interface ReadPage {
  /** Width and height of the page as it is shown, in points. */
  width: number;
  height: number;
  texts: ReadText[];
}

/** A document that is open in pdf.js, the PDF reader of Firefox. Close it after use. */
export interface ReadDocument {
  structure(): Promise<Structure>;
  /** @param number the page number, from 1 */
  page(number: number): Promise<ReadPage>;
  close(): Promise<void>;
}

/** The minified build of pdf.js, which takes less time and memory to load. The package has no types for this build. */
const BUILD: string = 'pdfjs-dist/legacy/build/pdf.min.mjs';
const WORKER = './pdf.worker.min.mjs';

/**
 * Opens a document. The bytes are duplicated, because pdf.js takes ownership of them.
 * @returns undefined when pdf.js cannot open the document
 * @throws {Error} when pdf.js itself fails
 */
export async function openWithPdfJs(bytes: Uint8Array): Promise<ReadDocument | undefined> {
  const { getDocument, GlobalWorkerOptions } = (await import(BUILD)) as typeof Reader;
  GlobalWorkerOptions.workerSrc = WORKER;
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
  });
  const document = await task.promise.catch((error: Error) => {
    // pdf.js has its own exception classes for faults of the file. A plain `Error` means that pdf.js itself has failed.
    if (error.name === 'Error') throw error;
    return undefined;
  });
  if (!document) return undefined;
  return {
    structure: () => structure(document),
    page: (number) => readPage(document, number),
    close: () => task.destroy(),
  };
}

interface OutlineNode {
  items: OutlineNode[];
}

async function structure(document: Reader.PDFDocumentProxy): Promise<Structure> {
  const layers = await document.getOptionalContentConfig();
  // The method returns a Map, although its type declaration says otherwise.
  const fields = (await document.getFieldObjects()) as { size: number } | null;
  return {
    pages: document.numPages,
    outlines: countNodes(((await document.getOutline()) ?? []) as OutlineNode[]),
    layers: layers ? [...layers].length : 0,
    fields: fields?.size ?? 0,
  };
}

/** Counts without recursion, because outlines can be nested very deeply. */
function countNodes(roots: OutlineNode[]): number {
  const pending = [...roots];
  let count = 0;
  for (let node = pending.pop(); node; node = pending.pop()) {
    count++;
    for (const item of node.items) pending.push(item);
  }
  return count;
}

async function readPage(document: Reader.PDFDocumentProxy, number: number): Promise<ReadPage> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent({ disableNormalization: true });
  const texts: ReadText[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str === '') continue;
    const [a, b, , , e, f] = item.transform as number[];
    const [x, y] = viewport.convertToViewportPoint(e!, f!) as [number, number];
    const [aheadX, aheadY] = viewport.convertToViewportPoint(e! + a!, f! + b!) as [number, number];
    texts.push({ text: item.str, x, y: viewport.height - y, direction: direction(aheadX - x, y - aheadY) });
  }
  page.cleanup();
  return { width: viewport.width, height: viewport.height, texts };
}

function direction(dx: number, dy: number): ReadText['direction'] {
  if (dx > 0 && Math.abs(dy) < dx / 100) return 'right';
  return dy > 0 && Math.abs(dx) < dy / 100 ? 'up' : 'other';
}
