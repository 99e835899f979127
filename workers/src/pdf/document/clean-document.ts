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
export function cleanDocument(document: PdfDocument, flags: Set<Flag>): CleanDocument {
  const clean: CleanDocument = { reachable: new Set(), changed: new Set(), pages: new Set(), catalogs: new Set() };
  let owner = 0;

  function remove(dict: PdfDict, key: string, flag?: Flag): void {
    if (!dict.delete(key)) return;
    clean.changed.add(owner);
    if (flag) flags.add(flag);
  }

  function cleanDict(dict: PdfDict): void {
    remove(dict, '/PieceInfo', 'private-data-removed');
    // A font or layer can also be named /AA or /EF; only real ones contain actions or files.
    const triggers = dict.has('/AA') ? document.dict(dict.get('/AA')) : undefined;
    if (triggers && !triggers.has('/Type')) remove(dict, '/AA', 'active-content-removed');
    if (dict.has('/EF') && hidesAttachment(document, dict)) {
      remove(dict, '/EF', 'attachments-removed');
      remove(dict, '/RF');
    }
    for (const key of ACTION_KEYS) {
      if (dict.has(key)) cleanAction(dict, key);
    }
    if (dict.has('/V') && document.dict(dict.get('/V'))?.has('/ByteRange')) remove(dict, '/V', 'was-signed');
    if (dict.has('/Annots')) cleanAnnotations(dict);
    if (playsMedia(document, dict)) for (const key of MEDIA_KEYS) remove(dict, key);
  }

  function cleanAction(dict: PdfDict, key: string): void {
    const action = document.resolve(dict.get(key));
    if (dangerousAction(document, action)) remove(dict, key, 'active-content-removed');
    else if (key === '/Next' && Array.isArray(action)) {
      const harmless = action.filter((next) => !dangerousAction(document, document.resolve(next)));
      if (harmless.length === action.length) return;
      remove(dict, key, 'active-content-removed');
      if (harmless.length > 0) dict.set(key, harmless);
    }
  }

  function cleanAnnotations(page: PdfDict): void {
    const all = document.array(page.get('/Annots'));
    const plays = (annotation: PdfValue): boolean => playsMedia(document, document.dict(annotation));
    const kept = all?.filter((annotation) => !plays(annotation) && !isMarkup(document, annotation));
    if (!all || !kept || kept.length === all.length) return;
    remove(page, '/Annots');
    for (const annotation of all) {
      if (kept.includes(annotation)) continue;
      if (isAttachment(document, annotation)) flags.add('attachments-removed');
      else flags.add(plays(annotation) ? 'active-content-removed' : 'markup-removed');
    }
    page.set('/Annots', kept);
  }

  /** Cleans a nested dictionary, which can be a separate object. */
  function within(parent: PdfDict, key: string, work: (dict: PdfDict) => void): void {
    const reference = parent.get(key);
    const dict = document.dict(reference);
    if (!dict) return;
    const before = owner;
    if (reference instanceof PdfRef) owner = reference.number;
    work(dict);
    owner = before;
  }

  function cleanCatalog(catalog: PdfDict): void {
    for (const [key, flag] of CATALOG_KEYS) remove(catalog, key, flag);
    within(catalog, '/Names', (names) => {
      for (const [key, flag] of NAME_TREES) remove(names, key, flag);
    });
    within(catalog, '/AcroForm', (form) => {
      // Acrobat shows an XFA form instead of the pages, without the stamp.
      remove(form, '/XFA', 'xfa');
      if (((document.number(form.get('/SigFlags')) ?? 0) & 1) === 1) flags.add('was-signed');
      remove(form, '/SigFlags');
    });
  }

  const pending: PdfValue[] = [];
  function visit(start: PdfValue): void {
    const inside: PdfValue[] = [start];
    for (let value = inside.pop(); value !== undefined; value = inside.pop()) {
      if (value instanceof PdfRef) pending.push(value);
      else if (Array.isArray(value)) for (const entry of value) inside.push(entry);
      else if (value instanceof Map) {
        cleanDict(value);
        for (const entry of value.values()) inside.push(entry);
      }
    }
  }

  const root = document.trailer.get('/Root');
  const catalog = document.dict(root);
  if (catalog && root instanceof PdfRef) {
    owner = root.number;
    cleanCatalog(catalog);
    pending.push(root);
  }
  const info = document.trailer.get('/Info');
  if (info) visit(info);
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (!(value instanceof PdfRef) || clean.reachable.has(value.number)) continue;
    const object = document.get(value.number);
    if (!object) continue;
    clean.reachable.add(value.number);
    owner = value.number;
    if (object.value instanceof Map && !object.stream) {
      const type = document.text(object.value.get('/Type'));
      if (type === '/Page' || type === '/Pages') clean.pages.add(owner);
      if (type === '/Catalog') clean.catalogs.add(owner);
    }
    visit(object.value);
    // Limits memory for files with hundreds of thousands of structure elements.
    if (!clean.changed.has(owner)) document.release(owner);
  }
  return clean;
}
