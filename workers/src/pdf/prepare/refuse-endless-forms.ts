import { endsToken, isSpace } from '../document/characters.js';
import { contentBytes, limits } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { contentStreams, decodeContent } from '../document/page-content.js';
import type { SourcePage } from '../document/page-tree.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, type PdfDict } from '../document/pdf-value.js';

/** What drawing a form once amounts to, including nested forms: number of forms, and bytes of their content. */
interface DrawingCount {
  forms: number;
  bytes: number;
}

const NO_DRAWINGS: DrawingCount = { forms: 0, bytes: 0 };
/**
 * When each form of a page draws at most this many forms, the content of the page is not counted: it cannot exceed the
 * limit.
 */
const HARMLESS_FORMS = 50;
/** Maximum nesting of forms. Usual files nest fewer than 20. */
const MAX_DEPTH = 200;

/**
 * Limits how many forms a page draws. Ten levels of forms that draw the next one ten times are ten billion drawings in a few
 * hundred bytes. The count of each form is computed once and reused.
 * @throws {MasterRefused} TOO_COMPLEX
 */
export function refuseEndlessForms(document: PdfDocument, pages: SourcePage[]): void {
  /**
   * Counts by form number. A form without resources inherits those of its parent, so its counts are separate for each
   * parent.
   */
  const countsByResources = new Map<PdfDict | undefined, Map<number, DrawingCount>>();
  const limit = contentBytes(document.length);

  function findForms(resources: PdfDict | undefined): Map<string, number> {
    const forms = new Map<string, number>();
    for (const [name, reference] of document.dict(resources?.get('/XObject')) ?? []) {
      if (!(reference instanceof PdfRef)) continue;
      const { value } = document.get(reference.number) ?? {};
      if (value instanceof Map && document.text(value.get('/Subtype')) === '/Form') {
        forms.set(decodeName(name), reference.number);
      }
    }
    return forms;
  }

  function countForm(number: number, parentResources: PdfDict | undefined, depth: number): DrawingCount {
    if (depth > MAX_DEPTH) throw tooComplex();
    const dict = document.get(number)?.value as PdfDict;
    const ownResources = document.dict(dict.get('/Resources'));
    const resources = ownResources ?? parentResources;
    const counts = countsByResources.get(ownResources ? undefined : parentResources) ?? new Map<number, DrawingCount>();
    countsByResources.set(ownResources ? undefined : parentResources, counts);
    const counted = counts.get(number);
    if (counted) return counted;
    // A form that draws itself counts as nothing there, because readers detect cycles.
    counts.set(number, NO_DRAWINGS);
    const content = decodeContent(document, [new PdfRef(number)]);
    const inner = content ? countContent(content, findForms(resources), resources, depth + 1) : NO_DRAWINGS;
    const count = { forms: 1 + inner.forms, bytes: (content?.length ?? 0) + inner.bytes };
    refuseAboveLimit(count, limit);
    counts.set(number, count);
    return count;
  }

  function countContent(
    content: Buffer,
    forms: Map<string, number>,
    resources: PdfDict | undefined,
    depth: number,
  ): DrawingCount {
    const total = { ...NO_DRAWINGS };
    if (forms.size === 0) return total;
    for (const [name, times] of countDrawnNames(content)) {
      const number = forms.get(name);
      if (number === undefined) continue;
      const count = countForm(number, resources, depth);
      total.forms += times * count.forms;
      total.bytes += times * count.bytes;
    }
    return total;
  }

  for (const { dict, inherited } of pages) {
    const resources = document.dict(dict.get('/Resources') ?? inherited['/Resources']);
    const forms = findForms(resources);
    const largest = Math.max(0, ...[...forms.values()].map((number) => countForm(number, resources, 1).forms));
    if (largest <= HARMLESS_FORMS) continue;
    const content = decodeContent(document, contentStreams(document, dict.get('/Contents')));
    if (content) refuseAboveLimit(countContent(content, forms, resources, 1), limit);
  }
}

function refuseAboveLimit({ forms, bytes }: DrawingCount, limit: number): void {
  if (forms <= limits.drawnForms && bytes <= limit) return;
  throw tooComplex();
}

const tooComplex = (): MasterRefused => new MasterRefused('TOO_COMPLEX', 'A page draws too many nested forms.');

/** @returns how often the content draws each name */
function countDrawnNames(content: Buffer): Map<string, number> {
  const names = new Map<string, number>();
  for (let at = content.indexOf('Do'); at >= 0; at = content.indexOf('Do', at + 2)) {
    if (!endsToken(content[at + 2])) continue;
    let end = at;
    while (end > 0 && isSpace(content[end - 1]!)) end--;
    let start = end;
    while (start > 0 && !endsToken(content[start - 1])) start--;
    if (content[start - 1] !== '/'.charCodeAt(0)) continue;
    const name = decodeName(content.toString('latin1', start - 1, end));
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
}

/** Decodes the `#xx` escapes of a name. */
const decodeName = (name: string): string =>
  name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
