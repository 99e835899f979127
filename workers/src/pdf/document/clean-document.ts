import { dangerousAction, hidesAttachment, isAttachment, isMarkup, playsMedia } from '../prepare/active-content.js';
import type { Flag } from '../prepare/plan.js';
import { PdfDocument } from './pdf-document.js';
import { PdfRef, type PdfDict, type PdfValue } from './pdf-value.js';

/** Result of the cleaning: the objects to copy. Changed ones cannot be copied byte for byte. */
export interface CleanDocument {
  reachable: Set<number>;
  changed: Set<number>;
  /** Objects of type page or page tree node. */
  pages: Set<number>;
  /** Objects of type catalog. */
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
 * Walks all objects reachable from the catalog and Info and removes, in place, what a buyer's copy must not contain: scripts
 * and other actions except navigation, attachments, private application data (it can contain the unmarked artwork), media,
 * and signatures, which the stamp invalidates. Objects referenced only from these are no longer reachable.
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
  private owner = 0;

  constructor(document: PdfDocument, flags: Set<Flag>) {
    this.document = document;
    this.flags = flags;
  }

  run(): CleanDocument {
    const { trailer } = this.document;
    const root = trailer.get('/Root');
    const catalog = this.document.dict(root);
    if (catalog && root instanceof PdfRef) {
      this.owner = root.number;
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
    this.owner = number;
    if (object.value instanceof Map && !object.stream) {
      const type = this.document.text(object.value.get('/Type'));
      if (type === '/Page' || type === '/Pages') pages.add(number);
      if (type === '/Catalog') catalogs.add(number);
    }
    this.visit(object.value);
    // Limits memory for files with hundreds of thousands of structure elements.
    if (!changed.has(number)) this.document.release(number);
  }

  private remove(dict: PdfDict, key: string, flag?: Flag): void {
    if (!dict.delete(key)) return;
    this.clean.changed.add(this.owner);
    if (flag) this.flags.add(flag);
  }

  private cleanDict(dict: PdfDict): void {
    this.remove(dict, '/PieceInfo', 'private-data-removed');
    // A font or layer can also be named /AA or /EF; only real ones contain actions or files.
    const triggers = dict.has('/AA') ? this.document.dict(dict.get('/AA')) : undefined;
    if (triggers && !triggers.has('/Type')) this.remove(dict, '/AA', 'active-content-removed');
    if (dict.has('/EF') && hidesAttachment(this.document, dict)) {
      this.remove(dict, '/EF', 'attachments-removed');
      this.remove(dict, '/RF');
    }
    for (const key of ACTION_KEYS) {
      if (dict.has(key)) this.cleanAction(dict, key);
    }
    if (dict.has('/V') && this.document.dict(dict.get('/V'))?.has('/ByteRange')) this.remove(dict, '/V', 'was-signed');
    if (dict.has('/Annots')) this.cleanAnnotations(dict);
    if (playsMedia(this.document, dict)) for (const key of MEDIA_KEYS) this.remove(dict, key);
  }

  private cleanAction(dict: PdfDict, key: string): void {
    const action = this.document.resolve(dict.get(key));
    if (dangerousAction(this.document, action)) this.remove(dict, key, 'active-content-removed');
    else if (key === '/Next' && Array.isArray(action)) {
      const harmless = action.filter((next) => !dangerousAction(this.document, this.document.resolve(next)));
      if (harmless.length === action.length) return;
      this.remove(dict, key, 'active-content-removed');
      if (harmless.length > 0) dict.set(key, harmless);
    }
  }

  private cleanAnnotations(page: PdfDict): void {
    const all = this.document.array(page.get('/Annots'));
    const plays = (annotation: PdfValue): boolean => playsMedia(this.document, this.document.dict(annotation));
    const kept = all?.filter((annotation) => !plays(annotation) && !isMarkup(this.document, annotation));
    if (!all || !kept || kept.length === all.length) return;
    this.remove(page, '/Annots');
    for (const annotation of all) {
      if (kept.includes(annotation)) continue;
      if (isAttachment(this.document, annotation)) this.flags.add('attachments-removed');
      else this.flags.add(plays(annotation) ? 'active-content-removed' : 'markup-removed');
    }
    page.set('/Annots', kept);
  }

  /** Cleans a nested dictionary, which can be a separate object. */
  private within(parent: PdfDict, key: string, work: (dict: PdfDict) => void): void {
    const reference = parent.get(key);
    const dict = this.document.dict(reference);
    if (!dict) return;
    const before = this.owner;
    if (reference instanceof PdfRef) this.owner = reference.number;
    work(dict);
    this.owner = before;
  }

  private cleanCatalog(catalog: PdfDict): void {
    for (const [key, flag] of CATALOG_KEYS) this.remove(catalog, key, flag);
    this.within(catalog, '/Names', (names) => {
      for (const [key, flag] of NAME_TREES) this.remove(names, key, flag);
    });
    this.within(catalog, '/AcroForm', (form) => {
      // Acrobat shows an XFA form instead of the pages, without the stamp.
      this.remove(form, '/XFA', 'xfa');
      if (((this.document.number(form.get('/SigFlags')) ?? 0) & 1) === 1) this.flags.add('was-signed');
      this.remove(form, '/SigFlags');
    });
  }

  private visit(start: PdfValue): void {
    const inside: PdfValue[] = [start];
    for (let value = inside.pop(); value !== undefined; value = inside.pop()) {
      if (value instanceof PdfRef) this.pending.push(value);
      else if (Array.isArray(value)) for (const entry of value) inside.push(entry);
      else if (value instanceof Map) {
        this.cleanDict(value);
        for (const entry of value.values()) inside.push(entry);
      }
    }
  }
}
