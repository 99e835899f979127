import { scanContent, type OpenContent } from '../prepare/scan-content.js';
import { contentBytes, limits } from '../prepare/limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { decodeContent } from '../document/page-content.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, serialise, token, type PdfDict, type PdfValue } from '../document/pdf-value.js';

/** Keys of content besides page contents: appearances, Type 3 glyphs, patterns. */
const DRAWN = ['/AP', '/CharProcs', '/Pattern'];
/** The SMask of an image is an image; that of a graphics state is a dictionary with the group. */
const MASK = '/SMask';
const RESOURCES = ['/Resources', '/DR'];
/** An appearance is a dictionary of states in a dictionary of kinds. */
const MAX_DEPTH = 3;

/** A page of the inspection document: streams with the same fonts. */
interface Sheet {
  resources: string;
  contents: string[];
}

/**
 * The text outside of page contents, as an inspection document: the normalised file with a page per set of fonts. The page
 * contains all forms, appearances, patterns, soft masks and Type 3 glyphs with text, ordered by object number. Undefined
 * without such text.
 * @throws {MasterRefused} TOO_LARGE, TOO_COMPLEX
 */
export function otherContent(document: PdfDocument, normalised: Buffer): { bytes: Buffer; pages: number } | undefined {
  const sheets = new Map<string, Sheet>();
  const added = new Map<number, string>();
  const brackets = new Map<string, PdfRef>();
  const add = (body: string): PdfRef => {
    const number = document.size + added.size;
    added.set(number, body);
    return new PdfRef(number);
  };
  const bracket = (content: string): string => {
    const known = brackets.get(content) ?? add(`<</Length ${content.length}>>stream\n${content}\nendstream`);
    brackets.set(content, known);
    return serialise(known);
  };
  const show = (resources: string, number: number, open: OpenContent | undefined): void => {
    // Undecodable content could hide the following one.
    const key = open ? resources : `${resources} ${number}`;
    const sheet = sheets.get(key) ?? { resources, contents: [] };
    sheets.set(key, sheet);
    if (open) sheet.contents.push(bracket('q '.repeat(open.extraRestores + 1)));
    sheet.contents.push(`${number} 0 R`);
    if (open) sheet.contents.push(bracket(`\n${open.closers} ET ${'Q '.repeat(open.saves + 1)}`));
  };

  let room = contentBytes(document.length);
  const resourcesFor = sharedResources(document);
  for (const number of drawnStreams(document)) {
    const own = document.dict((document.get(number)!.value as PdfDict).get('/Resources'));
    const content = decodeContent(document, [new PdfRef(number)]);
    document.release(number);
    if (content && !mayShowText(content)) continue;
    const open = content && scanContent(content);
    for (const resources of own ? [fontsOf(document, own)] : resourcesFor(content)) {
      show(resources, number, open);
      room -= content?.length ?? 0;
      if (room < 0 || sheets.size > limits.pages) {
        throw new MasterRefused('TOO_COMPLEX', 'The forms and patterns contain too much text.');
      }
    }
  }
  if (sheets.size === 0) return undefined;

  const tree = new PdfRef(document.size + added.size + sheets.size);
  const kids = [...sheets.values()].map(({ resources, contents }) =>
    add(
      `<</Type/Page/Parent ${serialise(tree)}/MediaBox[0 0 1000 1000]/Resources ${resources}/Contents[${contents.join(' ')}]>>`,
    ),
  );
  add(`<</Type/Pages/Kids ${serialise(kids)}/Count ${kids.length}>>`);
  const catalog = add(`<</Type/Catalog/Pages ${serialise(tree)}>>`);
  return { bytes: withObjects(document, normalised, added, catalog), pages: kids.length };
}

/** Forms, and all streams that readers use as content, independent of their type, by ascending number. */
function drawnStreams(document: PdfDocument): number[] {
  const numbers = new Set<number>();
  const isStream = (number: number): boolean => {
    const object = document.get(number);
    return object?.stream !== undefined && object.value instanceof Map;
  };
  function addAll(value: PdfValue | undefined, depth = 0): void {
    if (value instanceof PdfRef && isStream(value.number)) numbers.add(value.number);
    else if (depth < MAX_DEPTH) for (const entry of document.dict(value)?.values() ?? []) addAll(entry, depth + 1);
  }
  for (let number = 1; number < document.size; number++) {
    const head = headOf(document, number);
    if (!head) continue;
    if ((head.includes('/Subtype /Form') || head.includes('/Resources')) && isStream(number)) numbers.add(number);
    if (DRAWN.some((key) => head.includes(`${key} `))) {
      for (const value of entriesOf(document.get(number)!.value, DRAWN)) addAll(value);
    }
    if (head.includes(`${MASK} `)) {
      for (const value of entriesOf(document.get(number)!.value, [MASK])) addAll(document.dict(value)?.get('/G'));
    }
    document.release(number);
  }
  return [...numbers].toSorted((a, b) => a - b);
}

/** An object without the bytes of its stream; in normalised files only the stream keyword is followed by a line break. */
export function headOf(document: PdfDocument, number: number): Buffer | undefined {
  const raw = document.raw(number);
  const end = raw?.indexOf('stream\n') ?? -1;
  return end < 0 ? raw : raw!.subarray(0, end);
}

/** All values of these keys in an object, at any depth. */
function* entriesOf(top: PdfValue, keys: string[]): Generator<PdfValue> {
  const pending = [top];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) for (const entry of value) pending.push(entry);
    if (!(value instanceof Map)) continue;
    for (const [key, entry] of value) {
      if (keys.includes(key)) yield entry;
      pending.push(entry);
    }
  }
}

/** An operator that shows text; `'` and `"` follow a string. */
function mayShowText(content: Buffer): boolean {
  if (content.includes('Tj') || content.includes('TJ')) return true;
  return (content.includes("'") || content.includes('"')) && /['"](?![^\s()<>[\]/%])/.test(content.toString('latin1'));
}

/** The fonts of resources, including those of graphics states; forms are read separately. @param names all used names */
function fontsOf(document: PdfDocument, resources: PdfDict, names?: Set<string>): string {
  const fonts = document.dict(resources.get('/Font')) ?? [];
  const states = document.dict(resources.get('/ExtGState')) ?? [];
  const used: PdfDict = new Map([...fonts].filter(([name]) => names?.has(name) ?? true));
  const selecting: PdfDict = new Map([...states].filter(([, state]) => document.dict(state)?.has('/Font')));
  const kept: PdfDict = new Map();
  if (used.size > 0) kept.set('/Font', used);
  if (selecting.size > 0) kept.set('/ExtGState', selecting);
  return serialise(kept);
}

/**
 * For content without resources, which inherits those of a page, a font or the form fields: all resources with fonts of the
 * used names, each combination once.
 */
function sharedResources(document: PdfDocument): (content: Buffer | undefined) => string[] {
  let all: PdfDict[] | undefined;
  const known = new Map<string, string[]>();
  return (content) => {
    const names = content && fontNames(content);
    const key = names ? [...names].toSorted().join('') : '?';
    let found = known.get(key);
    if (!found) {
      all ??= allResources(document);
      found = [...new Set(all.map((resources) => fontsOf(document, resources, names)))].filter(
        (resources) => resources !== '<<>>',
      );
      known.set(key, found);
    }
    return found;
  };
}

function allResources(document: PdfDocument): PdfDict[] {
  const all: PdfDict[] = [];
  for (let number = 1; number < document.size; number++) {
    const head = headOf(document, number);
    if (!head || !RESOURCES.some((key) => head.includes(key))) continue;
    for (const value of entriesOf(document.get(number)!.value, RESOURCES)) {
      const resources = document.dict(value);
      if (resources) all.push(resources);
    }
    document.release(number);
  }
  return all;
}

const fontNames = (content: Buffer): Set<string> =>
  new Set([...content.toString('latin1').matchAll(/(\/[^\s/<>[\](){}%]+)\s+[-+.\d]+\s+Tf/g)].map(([, name]) => name!));

/** Appends objects to the file; the last one is its catalog. */
function withObjects(document: PdfDocument, file: Buffer, objects: Map<number, string>, catalog: PdfRef): Buffer {
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1', Math.max(0, file.length - 2048)))![1]!;
  let text = '\n';
  let rows = '';
  for (const [number, body] of objects) {
    rows += `${String(file.length + text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const size = document.size + objects.size;
  const trailer = serialise(
    new Map<string, PdfValue>([
      ['/Size', token(size)],
      ['/Root', catalog],
      ['/Prev', token(before)],
    ]),
  );
  const table = `xref\n${document.size} ${objects.size}\n${rows}trailer\n${trailer}\n`;
  const end = `startxref\n${file.length + text.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(`${text}${table}${end}`, 'latin1')]);
}
