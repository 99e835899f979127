import { STAMP_NAME } from './mark-names.js';
import type { Flag, StampPlace, StampSize } from '../prepare/plan.js';
import { contentStreams, decodeContent } from '../document/page-content.js';
import { pageGeometry, type PageGeometry } from '../document/page-geometry.js';
import type { Inherited, SourcePage } from '../document/page-tree.js';
import { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, serialise, token, type PdfDict, type PdfValue } from '../document/pdf-value.js';
import { refuseDeepContent } from '../prepare/refuse-deep-content.js';
import { scanContent, type OpenContent } from '../prepare/scan-content.js';

/** The result of stamping. */
export interface StampedPages {
  /** Largest depth of nested graphics states in the content of a page. */
  depth: number;
  sizes: StampSize[];
  /** One size for each page. */
  pageSizes: StampSize[];
  /** New objects for the tail as PDF text, in writing order. */
  objects: Map<number, string>;
}

/** Places of the stamp by page number, from 1, for pages where it cannot be at the bottom and right edge. */
export type StampPlaces = ReadonlyMap<number, StampPlace>;

/** `not-inspected`: the content cannot be decoded, so the stamp is also drawn before it, in case a reader stops inside it. */
type Inspection = OpenContent | 'not-inspected';

const stream = (content: string): string => `<</Length ${content.length}>>stream\n${content}\nendstream`;

/**
 * Adds the stamp after the content of every page, in upright coordinates and with the graphics state reset. Equal pages share
 * the content streams around their own content and the resources.
 * @throws {MasterRefused} PAGE_TOO_SMALL, TOO_LARGE, TOO_COMPLEX
 */
export function stampPages(
  document: PdfDocument,
  pages: SourcePage[],
  flags: Set<Flag>,
  newNumber: () => number,
  places: StampPlaces = new Map(),
): StampedPages {
  const stamp = new PageStamp(document, newNumber);
  const pageObjects = new Map<number, string>();
  const pageSizes: StampSize[] = [];
  let depth = 0;
  for (const [index, page] of pages.entries()) {
    const { size, content, dict } = stamp.place(page, places.get(index + 1));
    pageSizes.push(size);
    if (content === 'not-inspected') flags.add('content-not-inspected');
    else {
      depth = Math.max(depth, content.depth);
      if (leavesOpen(content)) flags.add('unbalanced-content');
    }
    pageObjects.set(page.number, serialise(dict));
  }
  return { depth, sizes: [...stamp.sizes.values()], pageSizes, objects: new Map([...stamp.shared, ...pageObjects]) };
}

/** Stamps pages one by one and collects the objects that they share. */
class PageStamp {
  readonly sizes = new Map<string, StampSize>();
  readonly shared = new Map<number, string>();
  private readonly streams = new Map<string, number>();
  private readonly inspected = new Map<string, Inspection>();
  private readonly resources = new Map<string, PdfRef>();
  private readonly directResources = new Map<PdfValue, number>();
  private readonly document: PdfDocument;
  private readonly newNumber: () => number;

  constructor(document: PdfDocument, newNumber: () => number) {
    this.document = document;
    this.newNumber = newNumber;
  }

  place(page: SourcePage, place?: StampPlace): { size: StampSize; content: Inspection; dict: PdfDict } {
    const geometry = pageGeometry(this.document, page);
    const size = this.sizeOf(geometry, place);
    const { reference, name } = this.resourcesWith(page.inherited, size);
    const list = contentStreams(this.document, page.dict.get('/Contents'));
    const content = this.inspect(list);
    const draw = `/Artifact<</Type/Pagination>>BDC q ${geometry.matrix.join(' ')} cm ${name} Do Q EMC\n`;
    const dict: PdfDict = new Map(page.dict);
    dict.set('/Type', token('/Page'));
    dict.set('/Resources', reference);
    dict.set('/Contents', [this.streamWith(before(content, draw)), ...list, this.streamWith(after(content, draw))]);
    return { size, content, dict };
  }

  private sizeOf({ width, height, userUnit }: PageGeometry, place: StampPlace = {}): StampSize {
    const key = `${width} ${height} ${userUnit} ${JSON.stringify(place)}`;
    const size = this.sizes.get(key) ?? { object: this.newNumber(), width, height, userUnit, ...place };
    this.sizes.set(key, size);
    return size;
  }

  private streamWith(content: string): PdfRef {
    let number = this.streams.get(content);
    if (number === undefined) {
      number = this.newNumber();
      this.streams.set(content, number);
      this.shared.set(number, stream(content));
    }
    return new PdfRef(number);
  }

  private inspect(list: PdfRef[]): Inspection {
    const key = list.map((reference) => reference.number).join(' ');
    let inspection = this.inspected.get(key);
    if (inspection === undefined) {
      const content = decodeContent(this.document, list);
      inspection = content ? scanContent(content) : 'not-inspected';
      if (inspection !== 'not-inspected') refuseDeepContent(inspection);
      this.inspected.set(key, inspection);
    }
    return inspection;
  }

  /** Adds the stamp to the resources of a page, as a separate object. */
  private resourcesWith(inherited: Inherited, size: StampSize): { reference: PdfRef; name: string } {
    const source = inherited['/Resources'];
    const resources = new Map(this.document.dict(source) ?? []);
    const xObjects = new Map(this.document.dict(resources.get('/XObject')) ?? []);
    let name = STAMP_NAME;
    while (xObjects.has(name)) name += 'X';
    const key = `${this.resourceKey(source)} ${size.object}`;
    let reference = this.resources.get(key);
    if (!reference) {
      xObjects.set(name, new PdfRef(size.object));
      resources.set('/XObject', xObjects);
      reference = new PdfRef(this.newNumber());
      this.resources.set(key, reference);
      this.shared.set(reference.number, serialise(resources));
    }
    return { reference, name };
  }

  private resourceKey(value: PdfValue | undefined): string {
    if (value === undefined) return 'none';
    if (value instanceof PdfRef) return `${value.number} R`;
    const number = this.directResources.get(value) ?? this.directResources.size;
    this.directResources.set(value, number);
    return `direct ${number}`;
  }
}

const leavesOpen = ({ saves, extraRestores, marks, textObject, path, closers }: OpenContent): boolean =>
  saves + extraRestores + marks > 0 || textObject || path || closers !== '';

/** Whether a reader can stop at a broken token or instruction, so that the stamp must also be drawn before the content. */
const isBroken = ({ closers, doubtful }: OpenContent): boolean => closers !== '' || doubtful;

/** @returns the operators before the content. They save the graphics state once more than the content restores it. */
function before(content: Inspection, draw: string): string {
  if (content === 'not-inspected') return `q\n${draw}`;
  return 'q\n'.repeat(content.extraRestores + 1) + (isBroken(content) ? draw : '');
}

/** @returns the operators after the content. They close what it leaves open, innermost first, and draw the stamp. */
function after(content: Inspection, draw: string): string {
  if (content === 'not-inspected') return `\nQ\n${draw}`;
  const { closers, path, textObject, marks, saves } = content;
  return (
    `\n${closers}\n${path ? 'n\n' : ''}${textObject ? 'ET\n' : ''}` +
    `${'EMC\n'.repeat(marks)}${'Q\n'.repeat(saves + 1)}${draw}`
  );
}
