import {
  isDangerousAction,
  hasEmbeddedFile,
  hasMediaOrFile,
  isAttachment,
  isMarkup,
} from '../prepare/active-content.js';
import type { Flag } from '../prepare/plan.js';
import { PdfDocument } from './pdf-document.js';
import { PdfRef, type PdfDict, type PdfValue } from './pdf-value.js';

/** The result of cleaning. */
export interface CleanDocument {
  /** Numbers of the objects that the master must contain. */
  reachable: Set<number>;
  /** Numbers of the objects that cleaning has changed. The master cannot contain their original bytes. */
  changed: Set<number>;
  /** Object numbers of the pages and of the inner nodes of the page tree. */
  pages: Set<number>;
  /** Object numbers of the catalogs. A hostile file can contain several. */
  catalogs: Set<number>;
}

const ACTION_KEYS = ['/A', '/PA', '/OpenAction', '/Next'];
const MEDIA_KEYS = ['/RichMediaContent', '/RichMediaSettings', '/Movie', '/Sound', '/3DD', '/3DV', '/FS', '/A'];
const NAME_TREES: [key: string, flag: Flag][] = [
  ['/JavaScript', 'active-content-removed'],
  ['/Renditions', 'active-content-removed'],
  ['/EmbeddedFiles', 'attachments-removed'],
];
const CATALOG_KEYS: [key: string, flag?: Flag][] = [
  ['/Perms', 'was-signed'],
  ['/DSS', 'was-signed'],
  ['/Collection', 'attachments-removed'],
  ['/NeedsRendering'],
];

/**
 * Visits all objects that can be reached from the catalog and the Info dictionary. Removes from these objects what a buyer's
 * copy must not contain:
 * - scripts and all other actions that do more than navigate
 * - attachments and media
 * - markup, which can cover the stamp, and XFA forms, which Acrobat shows instead of the stamped pages
 * - private data of applications, which can contain the artwork without a stamp
 * - signatures, which the stamp would invalidate
 *
 * An object that only the removed parts referenced is no longer reachable, so the master does not contain it.
 */
export const cleanDocument = (document: PdfDocument, flags: Set<Flag>): CleanDocument =>
  new Cleaner(document, flags).run();

class Cleaner {
  private readonly clean: CleanDocument = {
    reachable: new Set(),
    changed: new Set(),
    pages: new Set(),
    catalogs: new Set(),
  };
  private readonly pending: PdfValue[] = [];
  private readonly document: PdfDocument;
  private readonly flags: Set<Flag>;
  private currentObject = 0;

  constructor(document: PdfDocument, flags: Set<Flag>) {
    this.document = document;
    this.flags = flags;
  }

  run(): CleanDocument {
    const { trailer } = this.document;
    const root = trailer.get('/Root');
    const catalog = this.document.dict(root);
    if (catalog && root instanceof PdfRef) {
      this.currentObject = root.number;
      this.cleanCatalog(catalog);
      this.pending.push(root);
    }
    const info = trailer.get('/Info');
    if (info) this.visit(info);
    for (let value = this.pending.pop(); value !== undefined; value = this.pending.pop()) {
      if (value instanceof PdfRef && !this.clean.reachable.has(value.number)) this.visitObject(value.number);
    }
    return this.clean;
  }

  private visitObject(number: number): void {
    const object = this.document.get(number);
    if (!object) return;
    const { reachable, pages, catalogs, changed } = this.clean;
    reachable.add(number);
    this.currentObject = number;
    if (object.value instanceof Map && !object.stream) {
      const type = this.document.text(object.value.get('/Type'));
      if (type === '/Page' || type === '/Pages') pages.add(number);
      if (type === '/Catalog') catalogs.add(number);
    }
    this.visit(object.value);
    // Unchanged objects are released, because a file can have hundreds of thousands of structure elements.
    if (!changed.has(number)) this.document.release(number);
  }

  private remove(dict: PdfDict, key: string, flag?: Flag): void {
    if (!dict.delete(key)) return;
    this.clean.changed.add(this.currentObject);
    if (flag) this.flags.add(flag);
  }

  private cleanDict(dict: PdfDict): void {
    this.remove(dict, '/PieceInfo', 'private-data-removed');
    // The keys /AA (triggers) and /EF (embedded files) can also be the names of fonts or layers, so the values are checked:
    // triggers have no /Type, and /EF contains files.
    const triggers = dict.has('/AA') ? this.document.dict(dict.get('/AA')) : undefined;
    if (triggers && !triggers.has('/Type')) this.remove(dict, '/AA', 'active-content-removed');
    if (dict.has('/EF') && hasEmbeddedFile(this.document, dict)) {
      this.remove(dict, '/EF', 'attachments-removed');
      this.remove(dict, '/RF');
    }
    for (const key of ACTION_KEYS) {
      if (dict.has(key)) this.cleanAction(dict, key);
    }
    if (dict.has('/V') && this.document.dict(dict.get('/V'))?.has('/ByteRange')) this.remove(dict, '/V', 'was-signed');
    if (dict.has('/Annots')) this.cleanAnnotations(dict);
    if (hasMediaOrFile(this.document, dict)) for (const key of MEDIA_KEYS) this.remove(dict, key);
  }

  private cleanAction(dict: PdfDict, key: string): void {
    const action = this.document.resolve(dict.get(key));
    if (isDangerousAction(this.document, action)) this.remove(dict, key, 'active-content-removed');
    else if (key === '/Next' && Array.isArray(action)) {
      const harmless = action.filter((next) => !isDangerousAction(this.document, this.document.resolve(next)));
      if (harmless.length === action.length) return;
      this.remove(dict, key, 'active-content-removed');
      if (harmless.length > 0) dict.set(key, harmless);
    }
  }

  private cleanAnnotations(page: PdfDict): void {
    const all = this.document.array(page.get('/Annots'));
    const isActive = (annotation: PdfValue): boolean => hasMediaOrFile(this.document, this.document.dict(annotation));
    const remaining = all?.filter((annotation) => !isActive(annotation) && !isMarkup(this.document, annotation));
    if (!all || !remaining || remaining.length === all.length) return;
    this.remove(page, '/Annots');
    for (const annotation of all) {
      if (remaining.includes(annotation)) continue;
      if (isAttachment(this.document, annotation)) this.flags.add('attachments-removed');
      else this.flags.add(isActive(annotation) ? 'active-content-removed' : 'markup-removed');
    }
    page.set('/Annots', remaining);
  }

  /** Runs `work` on the dictionary at a key. If the dictionary is a separate object, that object counts as changed. */
  private cleanNested(parent: PdfDict, key: string, work: (dict: PdfDict) => void): void {
    const reference = parent.get(key);
    const dict = this.document.dict(reference);
    if (!dict) return;
    const before = this.currentObject;
    if (reference instanceof PdfRef) this.currentObject = reference.number;
    work(dict);
    this.currentObject = before;
  }

  private cleanCatalog(catalog: PdfDict): void {
    for (const [key, flag] of CATALOG_KEYS) this.remove(catalog, key, flag);
    this.cleanNested(catalog, '/Names', (names) => {
      for (const [key, flag] of NAME_TREES) this.remove(names, key, flag);
    });
    this.cleanNested(catalog, '/AcroForm', (form) => {
      // Acrobat would show the XFA form instead of the stamped pages.
      this.remove(form, '/XFA', 'xfa');
      if (((this.document.number(form.get('/SigFlags')) ?? 0) & 1) === 1) this.flags.add('was-signed');
      this.remove(form, '/SigFlags');
    });
  }

  private visit(start: PdfValue): void {
    const nested: PdfValue[] = [start];
    for (let value = nested.pop(); value !== undefined; value = nested.pop()) {
      if (value instanceof PdfRef) this.pending.push(value);
      else if (Array.isArray(value)) for (const entry of value) nested.push(entry);
      else if (value instanceof Map) {
        this.cleanDict(value);
        for (const entry of value.values()) nested.push(entry);
      }
    }
  }
}
