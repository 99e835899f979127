import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { cleanDocument } from './clean-document.js';
import { readPageTree } from './page-tree.js';
import { PdfDocument } from './pdf-document.js';
import { PdfRef, serialise, type PdfDict } from './pdf-value.js';
import type { Flag, Plan, PreparedMaster } from './plan.js';
import { refuseDeepForms } from './refuse-deep-content.js';
import { reviewClaims } from './standard-claims.js';
import { STAMP_FONT_OBJECTS, stampFontObjects } from './stamp-font.js';
import { stampPages, type StampPlaces } from './stamp-pages.js';

/**
 * Splits a normalised file (one classic xref, no object streams, no encryption) into master and plan.
 * Throws MasterRefused for files that cannot be stamped, and plain errors for files it cannot read.
 */
export function buildMaster(
  normalised: Buffer,
  found: Iterable<Flag> = [],
  places: StampPlaces = new Map(),
): PreparedMaster {
  const document = new PdfDocument(normalised);
  const flags = new Set(found);
  let free = document.size;
  const newNumber = (): number => free++;
  const catalog = catalogNumber(document);
  const clean = cleanDocument(document, flags);
  refuseDeepForms(document, clean.reachable);
  const tree = readPageTree(document, flags, newNumber);
  const font = free;
  free += STAMP_FONT_OBJECTS;
  const { sizes, objects, depth } = stampPages(document, tree.pages, flags, newNumber, places);
  const claims = reviewClaims(document, flags, depth, clean.changed);

  const tail = new Map(objects);
  // Pages that something leads to although the page tree does not: they must not stay in the master either.
  for (const number of clean.pages) {
    if (!tail.has(number) && !tree.nodes.has(number)) tail.set(number, serialise(document.get(number)!.value));
  }
  for (const [number, node] of tree.nodes) tail.set(number, serialise(node));
  tail.set(catalog, serialise(document.get(catalog)!.value));
  const info = readInfo(document, newNumber);

  const master = new ObjectWriter(Buffer.from(`${document.header()}\n%\xe2\xe3\xcf\xd3\n`, 'latin1'));
  for (const number of clean.reachable) {
    if (!tail.has(number) && number !== info.object && !clean.catalogs.has(number)) {
      master.addRaw(number, copyObject(document, number, clean.changed.has(number)));
    }
  }
  stampFontObjects(font).forEach((body, index) => master.add(font + index, body));
  const masterBytes = master.length;
  const constant = new ObjectWriter(undefined, masterBytes);
  for (const [number, body] of tail) constant.add(number, Buffer.from(body, 'latin1'));

  const bytes = master.bytes();
  const personal = [info.object, ...sizes.map((size) => size.object)];
  const rows = xrefRows(free, new Map([...master.offsets, ...constant.offsets]), personal);
  const plan: Plan = {
    v: 1,
    masterBytes,
    masterSha256: createHash('sha256').update(bytes).digest('hex'),
    pages: tree.pages.length,
    flags: [...flags].sort(),
    sizes,
    font,
    catalog,
    info,
    ...claims,
    firstId: firstId(document) ?? `<${createHash('md5').update(bytes).digest('hex')}>`,
    objects: free,
    rows: deflateSync(Buffer.from(rows, 'latin1')).toString('base64'),
    constant: deflateSync(constant.bytes()).toString('base64'),
  };
  return { master: bytes, plan, pages: plan.pages, flags: plan.flags };
}

/** Collects numbered objects and where each one starts. */
class ObjectWriter {
  readonly offsets = new Map<number, number>();
  length: number;
  private readonly parts: Buffer[];

  constructor(head: Buffer = Buffer.alloc(0), start = 0) {
    this.parts = [head];
    this.length = start + head.length;
  }

  add(number: number, body: Buffer): void {
    this.addRaw(number, [Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
  }

  addRaw(number: number, pieces: Buffer[]): void {
    this.offsets.set(number, this.length);
    for (const piece of pieces) {
      this.parts.push(piece);
      this.length += piece.length;
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

function catalogNumber(document: PdfDocument): number {
  const root = document.trailer.get('/Root');
  if (!(root instanceof PdfRef) || !document.dict(root)) throw new Error('the file has no catalog');
  return root.number;
}

function copyObject(document: PdfDocument, number: number, changed: boolean): Buffer[] {
  if (!changed) return [document.raw(number)!];
  const { value, stream } = document.get(number)!;
  const head = Buffer.from(`${number} 0 obj\n${serialise(value)}\n`, 'latin1');
  if (!stream) return [head, Buffer.from('endobj\n')];
  return [head, Buffer.from('stream\n'), stream, Buffer.from('\nendstream\nendobj\n')];
}

function readInfo(document: PdfDocument, newNumber: () => number): Plan['info'] {
  const reference = document.trailer.get('/Info');
  const dict: PdfDict = document.dict(reference) ?? new Map();
  const entries: Plan['info']['entries'] = [];
  for (const [key, value] of dict) if (key !== '/PatternFileId') entries.push([key, serialise(value)]);
  return { object: reference instanceof PdfRef ? reference.number : newNumber(), entries };
}

function firstId(document: PdfDocument): string | undefined {
  const text = document.text(document.array(document.trailer.get('/ID'))?.[0]);
  return text !== undefined && /^[<(]/.test(text) ? text : undefined;
}

const row = (offset: number, kind: 'n' | 'f', generation = '00000'): string =>
  `${String(offset).padStart(10, '0')} ${generation} ${kind} \n`;

/** Rows as the file holds them; those of personal objects are filled in by each tail. */
function xrefRows(count: number, offsets: Map<number, number>, personal: number[]): string {
  const filledLater = new Set(personal);
  let rows = row(0, 'f', '65535');
  for (let number = 1; number < count; number++) {
    const offset = offsets.get(number);
    rows += offset === undefined && !filledLater.has(number) ? row(0, 'f') : row(offset ?? 0, 'n');
  }
  return rows;
}
