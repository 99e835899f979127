import { scanContent, type OpenContent } from '../prepare/scan-content.js';
import { maxContentBytes, limits } from '../prepare/limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { decodeContent } from '../document/page-content.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, serialise, token, type PdfDict, type PdfValue } from '../document/pdf-value.js';

/** Keys whose values have content that is not page content: appearances of form fields, Type 3 glyphs, patterns. */
const CONTENT_KEYS = ['/AP', '/CharProcs', '/Pattern'];
/** Key of soft masks. In an image the value is another image. In a graphics state it is a dictionary with a form. */
const MASK_KEY = '/SMask';
const RESOURCE_KEYS = ['/Resources', '/DR'];
/**
 * Maximum nesting of dictionaries in the value of a content key. An appearance has two levels: a dictionary of its kinds,
 * and one of the states of each kind. The limit leaves one level in reserve.
 */
const APPEARANCE_DEPTH = 3;

/** A page of the inspection document. The page contains all streams that use the same fonts. */
interface InspectionPage {
  resources: string;
  contents: string[];
}

/**
 * Builds the inspection document, in which a PDF reader finds the text that is outside page contents. The inspection
 * document is the normalised file with new pages in place of its own, one page per set of fonts. A page contains all forms,
 * appearances, patterns, soft masks and Type 3 glyphs that show text with these fonts, ordered by object number.
 * @returns undefined when the file has no text outside page contents
 * @throws {MasterRefused} TOO_LARGE, TOO_COMPLEX
 */
export function otherContent(document: PdfDocument, normalised: Buffer): { bytes: Buffer; pages: number } | undefined {
  const pages = new Map<string, InspectionPage>();
  const added = new Map<number, string>();
  const addedContents = new Map<string, PdfRef>();
  const add = (body: string): PdfRef => {
    const number = document.size + added.size;
    added.set(number, body);
    return new PdfRef(number);
  };
  const addContent = (content: string): string => {
    const cached = addedContents.get(content) ?? add(`<</Length ${content.length}>>stream\n${content}\nendstream`);
    addedContents.set(content, cached);
    return serialise(cached);
  };
  const addToPage = (resources: string, number: number, open: OpenContent | undefined): void => {
    // Content that cannot be decoded gets a page of its own. On a shared page a reader could stop there and miss other
    // content.
    const key = open ? resources : `${resources} ${number}`;
    const page = pages.get(key) ?? { resources, contents: [] };
    pages.set(key, page);
    if (open) page.contents.push(addContent('q '.repeat(open.extraRestores + 1)));
    page.contents.push(`${number} 0 R`);
    if (open) page.contents.push(addContent(`\n${open.closers} ET ${'Q '.repeat(open.saves + 1)}`));
  };

  let remainingBytes = maxContentBytes(document.length);
  const resourcesFor = sharedResources(document);
  for (const number of findContentStreams(document)) {
    const ownResources = document.dict((document.get(number)!.value as PdfDict).get('/Resources'));
    const content = decodeContent(document, [new PdfRef(number)]);
    document.release(number);
    if (content && !mayShowText(content)) continue;
    const open = content && scanContent(content);
    for (const resources of ownResources ? [selectFonts(document, ownResources)] : resourcesFor(content)) {
      addToPage(resources, number, open);
      remainingBytes -= content?.length ?? 0;
      if (remainingBytes < 0 || pages.size > limits.pages) {
        throw new MasterRefused('TOO_COMPLEX', 'The forms and patterns contain too much text.');
      }
    }
  }
  if (pages.size === 0) return undefined;

  const pageTree = new PdfRef(document.size + added.size + pages.size);
  const pageObjects = [...pages.values()].map(({ resources, contents }) =>
    add(
      `<</Type/Page/Parent ${serialise(pageTree)}/MediaBox[0 0 1000 1000]/Resources ${resources}/Contents[${contents.join(' ')}]>>`,
    ),
  );
  add(`<</Type/Pages/Kids ${serialise(pageObjects)}/Count ${pageObjects.length}>>`);
  const catalog = add(`<</Type/Catalog/Pages ${serialise(pageTree)}>>`);
  return { bytes: appendObjects(document, normalised, added, catalog), pages: pageObjects.length };
}

/**
 * The declared type of a stream is not decisive: PDF readers also draw some streams with a wrong type or none.
 * @returns the numbers of all streams that PDF readers draw, except page contents, in ascending order
 */
function findContentStreams(document: PdfDocument): number[] {
  const numbers = new Set<number>();
  const isStream = (number: number): boolean => {
    const object = document.get(number);
    return object?.stream !== undefined && object.value instanceof Map;
  };
  function addAll(value: PdfValue | undefined, depth = 0): void {
    if (value instanceof PdfRef && isStream(value.number)) numbers.add(value.number);
    else if (depth < APPEARANCE_DEPTH)
      for (const entry of document.dict(value)?.values() ?? []) addAll(entry, depth + 1);
  }
  for (let number = 1; number < document.size; number++) {
    const head = readDictionary(document, number);
    if (!head) continue;
    if ((head.includes('/Subtype /Form') || head.includes('/Resources')) && isStream(number)) numbers.add(number);
    if (CONTENT_KEYS.some((key) => head.includes(`${key} `))) {
      for (const value of findValues(document.get(number)!.value, CONTENT_KEYS)) addAll(value);
    }
    if (head.includes(`${MASK_KEY} `)) {
      for (const value of findValues(document.get(number)!.value, [MASK_KEY])) addAll(document.dict(value)?.get('/G'));
    }
    document.release(number);
  }
  return [...numbers].toSorted((a, b) => a - b);
}

/**
 * @returns the text of an object without its stream. In a normalised file, `stream` followed by a line break is always the
 * beginning of a stream.
 */
export function readDictionary(document: PdfDocument, number: number): Buffer | undefined {
  const raw = document.raw(number);
  const end = raw?.indexOf('stream\n') ?? -1;
  return end < 0 ? raw : raw!.subarray(0, end);
}

/** Yields the values of these keys in an object, at any depth. */
function* findValues(top: PdfValue, keys: string[]): Generator<PdfValue> {
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

/** Whether the content can contain an operator that shows text: Tj, TJ, `'` or `"`. */
function mayShowText(content: Buffer): boolean {
  if (content.includes('Tj') || content.includes('TJ')) return true;
  return (content.includes("'") || content.includes('"')) && /['"](?![^\s()<>[\]/%])/.test(content.toString('latin1'));
}

/**
 * @param names the names of the fonts to keep; undefined keeps all
 * @returns the resources, reduced to fonts and to the graphics states that select a font
 */
function selectFonts(document: PdfDocument, resources: PdfDict, names?: Set<string>): string {
  const fonts = document.dict(resources.get('/Font')) ?? [];
  const states = document.dict(resources.get('/ExtGState')) ?? [];
  const used: PdfDict = new Map([...fonts].filter(([name]) => names?.has(name) ?? true));
  const fontStates: PdfDict = new Map([...states].filter(([, state]) => document.dict(state)?.has('/Font')));
  const selected: PdfDict = new Map();
  if (used.size > 0) selected.set('/Font', used);
  if (fontStates.size > 0) selected.set('/ExtGState', fontStates);
  return serialise(selected);
}

/**
 * Finds resources for content without resources of its own. Such content inherits the resources of a page, a font or the
 * form fields.
 * @returns a function of the content. The function lists the resources of the file that contain a font whose name occurs in
 * the content, without duplicates. For undefined content it lists all resources with a font
 */
function sharedResources(document: PdfDocument): (content: Buffer | undefined) => string[] {
  let allWithFonts: PdfDict[] | undefined;
  const cached = new Map<string, string[]>();
  return (content) => {
    const names = content && findFontNames(content);
    const key = names ? [...names].toSorted().join('') : '?';
    let found = cached.get(key);
    if (!found) {
      allWithFonts ??= allResources(document);
      found = [...new Set(allWithFonts.map((resources) => selectFonts(document, resources, names)))].filter(
        (resources) => resources !== '<<>>',
      );
      cached.set(key, found);
    }
    return found;
  };
}

function allResources(document: PdfDocument): PdfDict[] {
  const found: PdfDict[] = [];
  for (let number = 1; number < document.size; number++) {
    const head = readDictionary(document, number);
    if (!head || !RESOURCE_KEYS.some((key) => head.includes(key))) continue;
    for (const value of findValues(document.get(number)!.value, RESOURCE_KEYS)) {
      const resources = document.dict(value);
      if (resources) found.push(resources);
    }
    document.release(number);
  }
  return found;
}

const findFontNames = (content: Buffer): Set<string> =>
  new Set([...content.toString('latin1').matchAll(/(\/[^\s/<>[\](){}%]+)\s+[-+.\d]+\s+Tf/g)].map(([, name]) => name!));

/** @returns the file with new objects and a new xref table at its end @param catalog a reference to the new catalog */
function appendObjects(document: PdfDocument, file: Buffer, objects: Map<number, string>, catalog: PdfRef): Buffer {
  const previousTable = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(
    file.toString('latin1', Math.max(0, file.length - 2048)),
  )![1]!;
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
      ['/Prev', token(previousTable)],
    ]),
  );
  const table = `xref\n${document.size} ${objects.size}\n${rows}trailer\n${trailer}\n`;
  const end = `startxref\n${file.length + text.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(`${text}${table}${end}`, 'latin1')]);
}
