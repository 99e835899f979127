import { endsToken, isSpace } from '../document/characters.js';
import { contentBytes, limits } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { contentStreams, decodeContent } from '../document/page-content.js';
import type { SourcePage } from '../document/page-tree.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, type PdfDict } from '../document/pdf-value.js';

/** The number of drawings of a form, including nested ones. */
interface Drawing {
  forms: number;
  bytes: number;
}

const NOTHING: Drawing = { forms: 0, bytes: 0 };
/** Forms with fewer drawings cannot exceed the limit on a page of normal length. */
const FEW_FORMS = 50;
/** Maximum nesting of forms; files nest fewer than 20. */
const DEEPEST = 200;

/**
 * Limits nested forms: ten levels with ten drawings each are ten billion drawings in a few hundred bytes. Each form is
 * counted once.
 * @throws {MasterRefused} TOO_COMPLEX
 */
export function refuseEndlessForms(document: PdfDocument, pages: SourcePage[]): void {
  /** By the resources that a form without resources inherits from its parent. */
  const known = new Map<PdfDict | undefined, Map<number, Drawing>>();
  const limit = contentBytes(document.length);

  function formsIn(resources: PdfDict | undefined): Map<string, number> {
    const forms = new Map<string, number>();
    for (const [name, reference] of document.dict(resources?.get('/XObject')) ?? []) {
      if (!(reference instanceof PdfRef)) continue;
      const { value } = document.get(reference.number) ?? {};
      if (value instanceof Map && document.text(value.get('/Subtype')) === '/Form') {
        forms.set(plainName(name), reference.number);
      }
    }
    return forms;
  }

  function drawingOf(number: number, outer: PdfDict | undefined, depth: number): Drawing {
    if (depth > DEEPEST) throw tooComplex();
    const dict = document.get(number)?.value as PdfDict;
    const own = document.dict(dict.get('/Resources'));
    const resources = own ?? outer;
    const drawings = known.get(own ? undefined : outer) ?? new Map<number, Drawing>();
    known.set(own ? undefined : outer, drawings);
    const before = drawings.get(number);
    if (before) return before;
    // Readers detect cycles.
    drawings.set(number, NOTHING);
    const content = decodeContent(document, [new PdfRef(number)]);
    const inside = content ? sum(content, formsIn(resources), resources, depth + 1) : NOTHING;
    const drawing = { forms: 1 + inside.forms, bytes: (content?.length ?? 0) + inside.bytes };
    refuse(drawing, limit);
    drawings.set(number, drawing);
    return drawing;
  }

  function sum(content: Buffer, forms: Map<string, number>, resources: PdfDict | undefined, depth: number): Drawing {
    const total = { ...NOTHING };
    if (forms.size === 0) return total;
    for (const [name, times] of drawnNames(content)) {
      const number = forms.get(name);
      if (number === undefined) continue;
      const drawing = drawingOf(number, resources, depth);
      total.forms += times * drawing.forms;
      total.bytes += times * drawing.bytes;
    }
    return total;
  }

  for (const { dict, inherited } of pages) {
    const resources = document.dict(dict.get('/Resources') ?? inherited['/Resources']);
    const forms = formsIn(resources);
    const largest = Math.max(0, ...[...forms.values()].map((number) => drawingOf(number, resources, 1).forms));
    if (largest <= FEW_FORMS) continue;
    const content = decodeContent(document, contentStreams(document, dict.get('/Contents')));
    if (content) refuse(sum(content, forms, resources, 1), limit);
  }
}

function refuse({ forms, bytes }: Drawing, limit: number): void {
  if (forms <= limits.drawnForms && bytes <= limit) return;
  throw tooComplex();
}

const tooComplex = (): MasterRefused => new MasterRefused('TOO_COMPLEX', 'A page draws too many nested forms.');

/** Number of drawings of each name. */
function drawnNames(content: Buffer): Map<string, number> {
  const names = new Map<string, number>();
  for (let at = content.indexOf('Do'); at >= 0; at = content.indexOf('Do', at + 2)) {
    if (!endsToken(content[at + 2])) continue;
    let end = at;
    while (end > 0 && isSpace(content[end - 1]!)) end--;
    let start = end;
    while (start > 0 && !endsToken(content[start - 1])) start--;
    if (content[start - 1] !== '/'.charCodeAt(0)) continue;
    const name = plainName(content.toString('latin1', start - 1, end));
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
}

/** Decodes the `#xx` escapes of a name. */
const plainName = (name: string): string =>
  name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
