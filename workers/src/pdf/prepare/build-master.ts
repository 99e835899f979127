import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { cleanDocument, type CleanDocument } from '../document/clean-document.js';
import { readPageTree, type PageTree } from '../document/page-tree.js';
import { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, serialise, type PdfDict } from '../document/pdf-value.js';
import type { BuiltMaster, Flag, Plan } from './plan.js';
import { refuseDeepForms } from './refuse-deep-content.js';
import { refuseDeepFields } from './refuse-deep-fields.js';
import { refuseEndlessForms } from './refuse-endless-forms.js';
import { packObjects, type ObjectStream } from '../document/object-streams.js';
import { reviewClaims } from './standard-claims.js';
import { FONT_OBJECTS } from '../document/embed-font.js';
import { stampFontObjects } from '../stamp/stamp-font.js';
import { stampPages, type StampPlaces } from '../stamp/stamp-pages.js';
import { limits, maxTailBytes } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { freeTable, streamRows, tableRows, writeMember } from '../document/xref-rows.js';

export interface BuildOptions {
  /** Whether the source has object streams. The master then has them too. */
  packed?: boolean;
  /** Places of the stamp on pages where its default place is covered. */
  places?: StampPlaces;
  /** Size of the uploaded file, before it was normalised. */
  sourceBytes?: number;
}

/** Approximate size in bytes of the stamp for one page size, with a long address. */
const STAMP_BYTES = 4 * 1024;

/**
 * Splits a normalised file into master and plan.
 * @param initialFlags the flags that earlier steps have set
 * @throws {MasterRefused} when the file cannot be stamped
 * @throws {Error} when the file cannot be read
 */
export function buildMaster(
  normalised: Buffer,
  initialFlags: Iterable<Flag> = [],
  { packed = false, places = new Map(), sourceBytes = normalised.length }: BuildOptions = {},
): BuiltMaster {
  const document = new PdfDocument(normalised);
  const flags = new Set(initialFlags);
  let nextNumber = document.size;
  const newNumber = (): number => nextNumber++;
  const catalog = findCatalog(document);
  const clean = cleanDocument(document, flags);
  refuseDeepForms(document, clean.reachable);
  refuseDeepFields(document, document.dict(document.trailer.get('/Root')));
  const tree = readPageTree(document, flags, newNumber);
  refuseEndlessForms(document, tree.pages);
  const font = nextNumber;
  nextNumber += FONT_OBJECTS;
  const { sizes, pageSizes, objects, depth } = stampPages(document, tree.pages, flags, newNumber, places);
  const claimSettings = reviewClaims(document, flags, depth, clean.changed);

  const tail = addTailObjects(objects, document, clean.pages, tree, catalog);
  const info = readInfo(document, newNumber, flags);

  const master = new ObjectWriter(Buffer.from(`${createHeader(document, packed)}\n%\xe2\xe3\xcf\xd3\n`, 'latin1'));
  const isOutsideMaster = (number: number) => tail.has(number) || number === info.object || clean.catalogs.has(number);
  const streams = packObjects(copyObjects(document, clean, isOutsideMaster, master, packed), newNumber);
  for (const { number, body } of streams) master.add(number, body);
  stampFontObjects(font).forEach((body, index) => master.add(font + index, body));
  padForJoin(master);
  const masterBytes = master.length;
  const constant = new ObjectWriter(undefined, masterBytes);
  for (const [number, body] of tail) constant.add(number, Buffer.from(body, 'latin1'));

  const bytes = master.bytes();
  const personal = [info.object, ...sizes.map((size) => size.object)];
  const table = packed ? newNumber() : undefined;
  const rows = buildRows(nextNumber, [...master.offsets, ...constant.offsets], personal, packed ? streams : undefined);
  if (rows.length + constant.length - masterBytes + sizes.length * STAMP_BYTES > maxTailBytes(sourceBytes)) {
    throw new MasterRefused('TOO_COMPLEX', 'Pages, page tree and catalog are too large for a file of this size.');
  }
  const plan: Plan = {
    v: packed ? 2 : 1,
    ...(table !== undefined && { table }),
    masterBytes,
    masterSha256: createHash('sha256').update(bytes).digest('hex'),
    pages: tree.pages.length,
    flags: [...flags].sort(),
    sizes,
    font,
    catalog,
    info,
    ...claimSettings,
    firstId: readFirstId(document) ?? `<${createHash('md5').update(bytes).digest('hex')}>`,
    objects: nextNumber,
    rows: deflateSync(rows).toString('base64'),
    constant: deflateSync(constant.bytes()).toString('base64'),
  };
  return { master: bytes, plan, pageSizes };
}

/** @returns the objects of the constant part of the tail: the stamped pages, the page tree and the catalog */
function addTailObjects(
  stamped: Map<number, string>,
  document: PdfDocument,
  pages: Set<number>,
  tree: PageTree,
  catalog: number,
): Map<number, string> {
  const tail = new Map(stamped);
  const add = (number: number, value = document.get(number)!.value) => tail.set(number, serialise(value));
  // The master must contain no page. Pages that are not in the page tree, but that other objects reference, go to the
  // constant part of the tail too.
  for (const number of pages) if (!tail.has(number) && !tree.nodes.has(number)) add(number);
  for (const [number, node] of tree.nodes) add(number, node);
  add(catalog);
  return tail;
}

/**
 * Writes the objects of the master. In a packed file it does not write the objects that have no stream.
 * @returns the number and text of each object that was not written; object streams must contain these objects
 */
function copyObjects(
  document: PdfDocument,
  { reachable, changed }: CleanDocument,
  isOutsideMaster: (number: number) => boolean,
  master: ObjectWriter,
  packed: boolean,
): [number, Buffer][] {
  const small: [number, Buffer][] = [];
  for (const number of reachable) {
    if (isOutsideMaster(number)) continue;
    const object = packed ? document.get(number) : undefined;
    if (object && !object.stream) small.push([number, Buffer.from(serialise(object.value), 'latin1')]);
    else master.addRaw(number, copyObject(document, number, changed.has(number)));
    if (!changed.has(number)) document.release(number);
  }
  return small.sort(([a], [b]) => a - b);
}

/** Collects the bytes of objects, and the offset of each object. */
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

  /** Adds bytes between objects. */
  addSpace(space: Buffer): void {
    this.parts.push(space);
    this.length += space.length;
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/**
 * Minimum bytes of a part that S3 can join with another part. The value repeats SMALLEST_PART of the storage client, because
 * the decoding process does not load that client; tail.spec.ts compares the two values.
 */
const PART_BYTES = 5 * 1024 ** 2;
/**
 * A master of at least this size and below PART_BYTES is padded to PART_BYTES, so that S3 can join it with a tail. The
 * master grows by at most a quarter.
 */
const MIN_PADDED_BYTES = 4 * 1024 ** 2;
const COMMENT = `%${' '.repeat(78)}\n`;

/** Pads a master with comments, which PDF readers skip (docs/decisions/26-s3-joins-copies-from-4-mib.md). */
function padForJoin(master: ObjectWriter): void {
  const missing = PART_BYTES - master.length;
  if (missing <= 0 || master.length < MIN_PADDED_BYTES) return;
  const remainder = missing % COMMENT.length;
  master.addSpace(Buffer.from('\n'.repeat(remainder) + COMMENT.repeat((missing - remainder) / COMMENT.length)));
}

function findCatalog(document: PdfDocument): number {
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

/**
 * Reads the Info dictionary. Omits entries that exceed the limits, because no page needs them, and adds the flag
 * `private-data-removed` when it has omitted an entry.
 */
function readInfo(document: PdfDocument, newNumber: () => number, flags: Set<Flag>): Plan['info'] {
  const reference = document.trailer.get('/Info');
  const dict: PdfDict = document.dict(reference) ?? new Map();
  const entries: Plan['info']['entries'] = [];
  let remainingBytes = limits.infoBytes;
  for (const [key, value] of dict) {
    if (key === '/PatternFileId') continue;
    const entry: (typeof entries)[number] = [key, serialise(value)];
    const bytes = key.length + entry[1].length;
    if (bytes > limits.infoEntryBytes || bytes > remainingBytes) {
      flags.add('private-data-removed');
      continue;
    }
    remainingBytes -= bytes;
    entries.push(entry);
  }
  return { object: reference instanceof PdfRef ? reference.number : newNumber(), entries };
}

/** Maximum length of the first trailer ID as PDF text; a longer ID is ignored. In most files the ID has 16 bytes. */
const MAX_ID = 256;

function readFirstId(document: PdfDocument): string | undefined {
  const text = document.text(document.array(document.trailer.get('/ID'))?.[0]);
  return text !== undefined && text.length <= MAX_ID && /^[<(]/.test(text) ? text : undefined;
}

/** @returns the header line of the source. A file with object streams gets at least PDF 1.5 */
function createHeader(document: PdfDocument, packed: boolean): string {
  const header = document.header();
  return packed && header < '%PDF-1.5' ? '%PDF-1.5' : header;
}

/**
 * @param personal the numbers of the objects that depend on the buyer. Each tail overwrites their rows with its offsets
 * @returns the xref rows for the plan
 */
function buildRows(
  count: number,
  offsets: [number: number, offset: number][],
  personal: number[],
  streams?: ObjectStream[],
): Buffer {
  const rowFormat = streams ? streamRows : tableRows;
  const rows = streams ? Buffer.alloc(rowFormat.rowBytes * count) : freeTable(count);
  for (const number of personal) rowFormat.write(rows, number, 0);
  for (const [number, offset] of offsets) rowFormat.write(rows, number, offset);
  for (const { number, members } of streams ?? []) {
    members.forEach((member, index) => writeMember(rows, member, number, index));
  }
  return rows;
}
