import { scanContent, type OpenContent } from '../prepare/scan-content.js';
import { contentBytes, limits } from '../prepare/limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { decodeContent } from '../document/page-content.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, serialise, token, type PdfDict, type PdfValue } from '../document/pdf-value.js';

/** Keys of what a reader draws besides the contents of pages: appearances, Type 3 glyphs, patterns. */
const DRAWN = ['/AP', '/CharProcs', '/Pattern'];
/** An image's is an image; a graphics state's is a dictionary, in which the group is. */
const MASK = '/SMask';
const RESOURCES = ['/Resources', '/DR'];
/** An appearance is a dictionary of states in a dictionary of kinds. */
const MAX_DEPTH = 3;

/** What one page of the inspection document shows: streams that have the same fonts. */
interface Sheet {
  resources: string;
  contents: string[];
}

/**
 * The text that pages do not draw by their contents and forms, as pages: the normalised file with a page tree that has
 * a page for each set of fonts, and on it all content of forms, appearances, patterns, soft masks and Type 3 glyphs that
 * shows text, in the order of its numbers. Undefined where there is none.
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
    // What cannot be decoded here could swallow what follows.
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
    document.forget(number);
    if (content && !mayShowText(content)) continue;
    const open = content && scanContent(content);
    for (const resources of own ? [fontsOf(document, own)] : resourcesFor(content)) {
      show(resources, number, open);
      room -= content?.length ?? 0;
      if (room < 0 || sheets.size > limits.pages) {
        throw new MasterRefused('TOO_COMPLEX', 'There is more text in forms and patterns than a file may have.');
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

/** Forms, and what stands where a reader expects content, whatever it calls itself, by ascending numbers. */
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
    document.forget(number);
  }
  return [...numbers].toSorted((a, b) => a - b);
}

/** An object without the bytes of its stream; the normaliser writes a line break nowhere else after this word. */
export function headOf(document: PdfDocument, number: number): Buffer | undefined {
  const raw = document.raw(number);
  const end = raw?.indexOf('stream\n') ?? -1;
  return end < 0 ? raw : raw!.subarray(0, end);
}

/** All values of these keys in an object, however deep. */
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

/** The fonts of resources, those included that a graphics state selects; forms are read on their own. @param names of all that are used */
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
 * For content without resources of its own, which takes those of a page, a font or the form fields: all that have fonts of
 * the names it uses, each combination once.
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
    document.forget(number);
  }
  return all;
}

const fontNames = (content: Buffer): Set<string> =>
  new Set([...content.toString('latin1').matchAll(/(\/[^\s/<>[\](){}%]+)\s+[-+.\d]+\s+Tf/g)].map(([, name]) => name!));

/** The file with more objects, of which the last one is its catalog. */
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
