import { endsToken, isSpace } from '../document/characters.js';
import { maxContentBytes, limits } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { contentStreams, decodeContent } from '../document/page-content.js';
import type { SourcePage } from '../document/page-tree.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, type PdfDict } from '../document/pdf-value.js';

/** The work of drawing a form once. */
interface DrawingCount {
  /** Number of drawn forms: the form itself and all nested forms. */
  forms: number;
  /** Bytes of the content of these forms. */
  bytes: number;
}

const NO_DRAWINGS: DrawingCount = { forms: 0, bytes: 0 };
/**
 * Scanning the content of a page takes time. So the forms that the page draws are counted only when one of these forms draws
 * more than HARMLESS_FORMS forms itself. The limit on CPU time stops a page that draws simple forms too many times.
 */
const HARMLESS_FORMS = 50;
/** Maximum nesting depth of forms. Usual files nest fewer than 20. */
const MAX_DEPTH = 200;

/**
 * Limits how many forms a page draws. With ten levels of forms, each of which draws the next one ten times, a few hundred
 * bytes lead to ten billion drawings. The count of each form is computed once and reused.
 * @throws {MasterRefused} TOO_COMPLEX
 */
export function refuseEndlessForms(document: PdfDocument, pages: SourcePage[]): void {
  /**
   * The counts, by object number of the form. A form without resources uses the resources of its parent, so the same name
   * can mean a different form under each parent. The counts of such a form are stored separately for the resources of each
   * parent; the key is undefined for forms with resources of their own.
   */
  const countsByResources = new Map<PdfDict | undefined, Map<number, DrawingCount>>();
  const limit = maxContentBytes(document.length);

  function countForm(number: number, parentResources: PdfDict | undefined, depth: number): DrawingCount {
    if (depth > MAX_DEPTH) throw tooComplex();
    const dict = document.get(number)?.value as PdfDict;
    const ownResources = document.dict(dict.get('/Resources'));
    const resources = ownResources ?? parentResources;
    const counts = countsByResources.get(ownResources ? undefined : parentResources) ?? new Map<number, DrawingCount>();
    countsByResources.set(ownResources ? undefined : parentResources, counts);
    const counted = counts.get(number);
    if (counted) return counted;
    // PDF readers do not draw a form inside itself, so such a drawing counts as nothing.
    counts.set(number, NO_DRAWINGS);
    const content = decodeContent(document, [new PdfRef(number)]);
    const inner = content ? countContent(content, findForms(document, resources), resources, depth + 1) : NO_DRAWINGS;
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
    const forms = findForms(document, resources);
    const largest = Math.max(0, ...[...forms.values()].map((number) => countForm(number, resources, 1).forms));
    if (largest <= HARMLESS_FORMS) continue;
    const content = decodeContent(document, contentStreams(document, dict.get('/Contents')));
    if (content) refuseAboveLimit(countContent(content, forms, resources, 1), limit);
  }
}

/** @returns the object numbers of the forms in these resources, by name */
function findForms(document: PdfDocument, resources: PdfDict | undefined): Map<string, number> {
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

function refuseAboveLimit({ forms, bytes }: DrawingCount, limit: number): void {
  if (forms <= limits.drawnForms && bytes <= limit) return;
  throw tooComplex();
}

const tooComplex = (): MasterRefused => new MasterRefused('TOO_COMPLEX', 'A page draws too many nested forms.');

/** @returns how many times the content draws each XObject, by name */
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
