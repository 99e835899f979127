import { MasterRefused } from './master-refused.js';
import type { Flag } from '../prepare/plan.js';
import { PdfDocument } from './pdf-document.js';
import { PdfRef, token, type PdfDict, type PdfValue } from './pdf-value.js';
import { limits } from '../prepare/limits.js';

/** Attributes of a page: its own, or those that it inherits from the nodes of the page tree. */
export type Inherited = Partial<Record<'/Resources' | '/MediaBox' | '/CropBox' | '/Rotate', PdfValue>>;

export interface SourcePage {
  /** Object number of the page. */
  number: number;
  dict: PdfDict;
  inherited: Inherited;
}

export interface PageTree {
  pages: SourcePage[];
  /** The inner nodes of the tree by object number, with corrected /Kids and /Count. */
  nodes: Map<number, PdfDict>;
}

const INHERITABLE = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'] as const;
const MAX_DEPTH = 500;

/**
 * Reads the pages in order. A page that the tree contains twice becomes two pages. An inner node counts only at its first
 * occurrence: a further one, for example inside the node itself, is ignored.
 * @param newNumber returns an unused object number
 * @throws {MasterRefused} NO_PAGES, TOO_MANY_PAGES
 */
export function readPageTree(document: PdfDocument, flags: Set<Flag>, newNumber: () => number): PageTree {
  const catalog = document.dict(document.trailer.get('/Root'));
  const tree: PageTree = { pages: [], nodes: new Map() };
  const visited = new Set<number>();

  function read(
    kid: PdfValue,
    parent: PdfRef | undefined,
    parentAttributes: Inherited,
    depth: number,
  ): PdfRef | undefined {
    const source = document.dict(kid);
    if (!source || source === catalog || depth > MAX_DEPTH) return undefined;
    const kids = document.array(source.get('/Kids'));
    let number = kid instanceof PdfRef ? kid.number : newNumber();
    const dict: PdfDict = new Map(source);
    if (visited.has(number)) {
      flags.add(kids ? 'page-tree-loop' : 'shared-page');
      if (kids) return undefined;
      number = newNumber();
      dict.delete('/StructParents');
    }
    visited.add(number);
    const reference = new PdfRef(number);
    if (parent) dict.set('/Parent', parent);
    const inherited = { ...parentAttributes };
    for (const key of INHERITABLE) {
      const value = dict.get(key);
      if (document.resolve(value) !== undefined) inherited[key] = value;
    }
    if (kids) readNode(reference, dict, kids, inherited, depth);
    else tree.pages.push({ number, dict, inherited });
    if (tree.pages.length > limits.pages) {
      throw new MasterRefused('TOO_MANY_PAGES', `The file has more than ${limits.pages} pages.`);
    }
    return reference;
  }

  function readNode(reference: PdfRef, dict: PdfDict, kids: PdfValue[], inherited: Inherited, depth: number): void {
    tree.nodes.set(reference.number, dict);
    const pagesBefore = tree.pages.length;
    const childReferences = kids
      .map((kid) => read(kid, reference, inherited, depth + 1))
      .filter((kid) => kid !== undefined);
    dict.set('/Type', token('/Pages'));
    dict.set('/Kids', childReferences);
    dict.set('/Count', token(tree.pages.length - pagesBefore));
  }

  const top = catalog?.get('/Pages');
  if (!(top instanceof PdfRef) || document.dict(top) === catalog || !document.array(document.dict(top)?.get('/Kids'))) {
    throw new MasterRefused('NO_PAGES', 'The file has no page tree.');
  }
  read(top, undefined, {}, 0);
  if (tree.pages.length === 0) throw new MasterRefused('NO_PAGES', 'The file has no pages.');
  return tree;
}
