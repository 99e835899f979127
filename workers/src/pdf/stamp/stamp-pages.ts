import { STAMP_NAME } from './mark-names.js';
import type { Flag, StampPlace, StampSize } from '../prepare/plan.js';
import { contentStreams, decodeContent } from '../document/page-content.js';
import { pageGeometry, type PageGeometry } from '../document/page-geometry.js';
import type { Inherited, SourcePage } from '../document/page-tree.js';
import { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, serialise, token, type PdfDict, type PdfValue } from '../document/pdf-value.js';
import { refuseDeepContent } from '../prepare/refuse-deep-content.js';
import { scanContent, type OpenContent } from '../prepare/scan-content.js';

/** The result of stamping all pages of a file. */
export interface StampedPages {
  /** Largest nesting depth of graphics states in the content of a page. */
  depth: number;
  /** All different sizes of the stamp. */
  sizes: StampSize[];
  /** The size of the stamp on each page. */
  pageSizes: StampSize[];
  /** New objects for the tail as PDF text, in writing order. */
  objects: Map<number, string>;
}

/** Places of the stamp by page number, from 1, for the pages where the bottom or the right edge is covered. */
export type StampPlaces = ReadonlyMap<number, StampPlace>;

/**
 * What a page's content leaves open. `not-inspected`: the content cannot be decoded. The stamp is then drawn before the
 * content too, because a PDF reader can stop inside the content.
 */
type Inspection = OpenContent | 'not-inspected';

const stream = (content: string): string => `<</Length ${content.length}>>stream\n${content}\nendstream`;

/**
 * Adds the stamp after the content of every page, with the initial graphics state and in the coordinates of the page as it
 * is shown. Pages for which the added content streams or resources are equal share them.
 * @param places the places of the stamp; a page that is missing gets the default place
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

  /** @returns a new object with the resources of a page and the stamp, and the name of the stamp in these resources */
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

const leavesOpen = ({ saves, extraRestores, markedContent, textObject, path, closers }: OpenContent): boolean =>
  saves + extraRestores + markedContent > 0 || textObject || path || closers !== '';

/**
 * Whether a PDF reader can stop inside the content at a broken token or instruction. The stamp is then also drawn before the
 * content.
 */
const isBroken = ({ closers, doubtful }: OpenContent): boolean => closers !== '' || doubtful;

/**
 * @returns the operators before the content. They save a graphics state for each restore that has no save in the content,
 * and one more.
 */
function before(content: Inspection, draw: string): string {
  if (content === 'not-inspected') return `q\n${draw}`;
  return 'q\n'.repeat(content.extraRestores + 1) + (isBroken(content) ? draw : '');
}

/** @returns the operators after the content. They close everything that the content leaves open, and then draw the stamp. */
function after(content: Inspection, draw: string): string {
  if (content === 'not-inspected') return `\nQ\n${draw}`;
  const { closers, path, textObject, markedContent, saves } = content;
  return (
    `\n${closers}\n${path ? 'n\n' : ''}${textObject ? 'ET\n' : ''}` +
    `${'EMC\n'.repeat(markedContent)}${'Q\n'.repeat(saves + 1)}${draw}`
  );
}
