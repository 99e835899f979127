import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { cleanDocument, type CleanDocument } from '../document/clean-document.js';
import { readPageTree } from '../document/page-tree.js';
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
import { limits, tailBytes } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { freeTable, streamRows, tableRows, writeMember } from '../document/xref-rows.js';

export interface BuildOptions {
  packed?: boolean;
  places?: StampPlaces;
  sourceBytes?: number;
}

/** Size of the stamp for one page size with a long address. */
const STAMP_BYTES = 4 * 1024;

/**
 * Splits a normalised file (one classic xref, no object streams, no encryption) into master and plan.
 * @param packed whether the source has object streams; the master then has them, too
 * @param sourceBytes size of the source
 * @throws {MasterRefused} for files that cannot be stamped; other errors for files that cannot be read
 */
export function buildMaster(
  normalised: Buffer,
  found: Iterable<Flag> = [],
  { packed = false, places = new Map(), sourceBytes = normalised.length }: BuildOptions = {},
): BuiltMaster {
  const document = new PdfDocument(normalised);
  const flags = new Set(found);
  let free = document.size;
  const newNumber = (): number => free++;
  const catalog = catalogNumber(document);
  const clean = cleanDocument(document, flags);
  refuseDeepForms(document, clean.reachable);
  refuseDeepFields(document, document.dict(document.trailer.get('/Root')));
  const tree = readPageTree(document, flags, newNumber);
  refuseEndlessForms(document, tree.pages);
  const font = free;
  free += FONT_OBJECTS;
  const { sizes, pageSizes, objects, depth } = stampPages(document, tree.pages, flags, newNumber, places);
  const claims = reviewClaims(document, flags, depth, clean.changed);

  const tail = new Map(objects);
  const add = (number: number, value = document.get(number)!.value) => tail.set(number, serialise(value));
  // Pages that are reachable outside of the page tree must not remain in the master either.
  for (const number of clean.pages) if (!tail.has(number) && !tree.nodes.has(number)) add(number);
  for (const [number, node] of tree.nodes) add(number, node);
  add(catalog);
  const info = readInfo(document, newNumber, flags);

  const master = new ObjectWriter(Buffer.from(`${headerOf(document, packed)}\n%\xe2\xe3\xcf\xd3\n`, 'latin1'));
  const elsewhere = (number: number) => tail.has(number) || number === info.object || clean.catalogs.has(number);
  const streams = packObjects(copyObjects(document, clean, elsewhere, master, packed), newNumber);
  for (const { number, body } of streams) master.add(number, body);
  stampFontObjects(font).forEach((body, index) => master.add(font + index, body));
  padToJoin(master);
  const masterBytes = master.length;
  const constant = new ObjectWriter(undefined, masterBytes);
  for (const [number, body] of tail) constant.add(number, Buffer.from(body, 'latin1'));

  const bytes = master.bytes();
  const personal = [info.object, ...sizes.map((size) => size.object)];
  const table = packed ? newNumber() : undefined;
  const rows = xrefRows(free, [...master.offsets, ...constant.offsets], personal, packed ? streams : undefined);
  if (rows.length + constant.length - masterBytes + sizes.length * STAMP_BYTES > tailBytes(sourceBytes)) {
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
    ...claims,
    firstId: firstId(document) ?? `<${createHash('md5').update(bytes).digest('hex')}>`,
    objects: free,
    rows: deflateSync(rows).toString('base64'),
    constant: deflateSync(constant.bytes()).toString('base64'),
  };
  return { master: bytes, plan, pageSizes };
}

/** Copies the objects of the master, except the small ones of a packed file, which it returns. */
function copyObjects(
  document: PdfDocument,
  { reachable, changed }: CleanDocument,
  elsewhere: (number: number) => boolean,
  master: ObjectWriter,
  packed: boolean,
): [number, Buffer][] {
  const small: [number, Buffer][] = [];
  for (const number of reachable) {
    if (elsewhere(number)) continue;
    const object = packed ? document.get(number) : undefined;
    if (object && !object.stream) small.push([number, Buffer.from(serialise(object.value), 'latin1')]);
    else master.addRaw(number, copyObject(document, number, changed.has(number)));
    if (!changed.has(number)) document.release(number);
  }
  return small.sort(([a], [b]) => a - b);
}

/** Collects numbered objects and their offsets. */
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

  /** Writes bytes outside of objects. */
  addSpace(space: Buffer): void {
    this.parts.push(space);
    this.length += space.length;
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/** Equal to SMALLEST_PART of the storage, whose client the decoding process does not load; tail.spec.ts compares them. */
const JOINED_FROM = 5 * 1024 ** 2;
/** A master of at least this size is padded to the part size: the copy is at most a quarter larger, and S3 can join it without traffic. */
const PADDED_FROM = 4 * 1024 ** 2;
const COMMENT = `%${' '.repeat(78)}\n`;

/** Padding by comments, which readers skip (docs/decisions/26-s3-joins-copies-from-4-mib.md). */
function padToJoin(master: ObjectWriter): void {
  const missing = JOINED_FROM - master.length;
  if (missing <= 0 || master.length < PADDED_FROM) return;
  const rest = missing % COMMENT.length;
  master.addSpace(Buffer.from('\n'.repeat(rest) + COMMENT.repeat((missing - rest) / COMMENT.length)));
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

/** Drops entries that are too long: pages do not need them. */
function readInfo(document: PdfDocument, newNumber: () => number, flags: Set<Flag>): Plan['info'] {
  const reference = document.trailer.get('/Info');
  const dict: PdfDict = document.dict(reference) ?? new Map();
  const entries: Plan['info']['entries'] = [];
  let room = limits.infoBytes;
  for (const [key, value] of dict) {
    if (key === '/PatternFileId') continue;
    const entry: (typeof entries)[number] = [key, serialise(value)];
    const bytes = key.length + entry[1].length;
    if (bytes > limits.infoEntryBytes || bytes > room) {
      flags.add('private-data-removed');
      continue;
    }
    room -= bytes;
    entries.push(entry);
  }
  return { object: reference instanceof PdfRef ? reference.number : newNumber(), entries };
}

/** Maximum length of a file ID, which has 16 bytes in most files. An invalid ID is replaced. */
const MAX_ID = 256;

function firstId(document: PdfDocument): string | undefined {
  const text = document.text(document.array(document.trailer.get('/ID'))?.[0]);
  return text !== undefined && text.length <= MAX_ID && /^[<(]/.test(text) ? text : undefined;
}

/** Object streams require PDF 1.5. */
function headerOf(document: PdfDocument, packed: boolean): string {
  const header = document.header();
  return packed && header < '%PDF-1.5' ? '%PDF-1.5' : header;
}

/** The xref rows of the file; each tail writes those of personal objects. */
function xrefRows(
  count: number,
  offsets: [number: number, offset: number][],
  personal: number[],
  streams?: ObjectStream[],
): Buffer {
  const kind = streams ? streamRows : tableRows;
  const rows = streams ? Buffer.alloc(kind.rowBytes * count) : freeTable(count);
  for (const number of personal) kind.write(rows, number, 0);
  for (const [number, offset] of offsets) kind.write(rows, number, offset);
  for (const { number, members } of streams ?? []) {
    members.forEach((member, index) => writeMember(rows, member, number, index));
  }
  return rows;
}
