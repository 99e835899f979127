import type { PdfDocument } from '../document/pdf-document.js';
import type { PdfDict } from '../document/pdf-value.js';
import type { Flag } from './plan.js';
import { named, readPacket, removeClaims, removePacket, xmpClaims } from './xmp-claims.js';

/** Requirements of the kept claims for a copy. */
export interface KeptClaims {
  /** Info and XMP must have the same title: the document keeps its title (ISO 19005-1, 6.7.3; ISO 15930-7, 6.9). */
  keepsTitle: boolean;
  /** No output intent defines DeviceGray, so the mark has a DefaultGray (ISO 19005-2, 6.2.4.3). */
  defaultGrey: boolean;
}

/** Flags of repairs and removals, after which all claims are removed. */
const UNKNOWN_AFTER = new Set<Flag>([
  'repaired',
  'was-signed',
  'xfa',
  'content-not-inspected',
  'unbalanced-content',
  'active-content-removed',
  'attachments-removed',
  'markup-removed',
  'shared-page',
  'page-tree-loop',
]);
/** ISO 19005-1, 6.1.12 and ISO 19005-2, 6.1.13 allow 28 saved states; the mark saves one more around the content. */
const MAX_SAVED_STATES = 27;

const INFO_KEYS = ['/GTS_PDFXVersion', '/GTS_PDFXConformance'];

/**
 * Finds claims of PDF/A, PDF/UA and PDF/X. Claims that are invalid for a marked copy are removed from XMP and Info, in place,
 * with the flag `claim-removed:`. Unreadable XMP is removed as a whole.
 * @param depth maximum nested graphics states of any page
 * @param changed receives the numbers of changed objects
 * @returns the requirements of the kept claims
 */
export function reviewClaims(document: PdfDocument, flags: Set<Flag>, depth: number, changed: Set<number>): KeptClaims {
  const catalog = document.dict(document.trailer.get('/Root')) ?? new Map();
  const info = document.dict(document.trailer.get('/Info'));
  const packet = readPacket(document, catalog);
  if (packet === 'unreadable') {
    const removed = removePacket(document, catalog);
    if (removed !== undefined) changed.add(removed);
    flags.add('private-data-removed');
  }
  const xmp = packet === 'unreadable' ? undefined : packet;
  const claims = new Set([...xmpClaims(xmp?.text ?? ''), ...infoClaims(document, info)]);
  if (claims.size === 0) return { keepsTitle: false, defaultGrey: false };

  const intents = outputIntents(document, catalog);
  const defaultGrey = [...claims].some((claim) => /^PDF\/A-[23]/.test(claim)) && !intents.pdfA;
  const broken = depth > MAX_SAVED_STATES || [...flags].some((flag) => UNKNOWN_AFTER.has(flag));
  const isTrue = (claim: string): boolean => {
    // ISO 19005-1, 6.2.3.3: the grey of the mark needs an output intent. The parts for PDF 2.0 (A-4, UA-2, X-6) allow
    // no Info with a file id in it (ISO 19005-4, 6.1.3).
    if (claim.startsWith('PDF/A-1')) return intents.pdfA;
    if (/^PDF\/(A-[23]|UA-1)/.test(claim)) return true;
    // ISO 15930-7, 6.2: DeviceGray is not for an RGB condition, and PDF/X-1a has no calibrated grey.
    return /^PDF\/X-(1|3|4)/.test(claim) && !intents.rgb && !defaultGrey;
  };
  const untrue = [...claims].filter((claim) => broken || !isTrue(claim));
  if (untrue.length === 0) return { keepsTitle: true, defaultGrey };

  // All or none: files with two claims are rare.
  flags.add(`claim-removed:${[...claims].sort().join(', ')}`);
  for (const key of INFO_KEYS) info?.delete(key);
  if (xmp) {
    if (!removeClaims(document, xmp)) catalog.delete('/Metadata');
    changed.add(xmp.reference.number);
  }
  return { keepsTitle: false, defaultGrey: false };
}

function* infoClaims(document: PdfDocument, info: PdfDict | undefined): Generator<string> {
  const [version, conformance] = INFO_KEYS.map((key) => document.text(info?.get(key)));
  const text = conformance ?? version;
  if (text?.startsWith('<')) yield named(Buffer.from(text.slice(1, -1), 'hex').toString('latin1'), 'PDF/X');
  else if (text) yield named(text.slice(1, -1), 'PDF/X');
}

function outputIntents(document: PdfDocument, catalog: PdfDict): { pdfA: boolean; rgb: boolean } {
  const found = { pdfA: false, rgb: false };
  for (const entry of document.array(catalog.get('/OutputIntents')) ?? []) {
    const intent = document.dict(entry);
    const profile = document.dict(intent?.get('/DestOutputProfile'));
    if (document.text(intent?.get('/S')) === '/GTS_PDFA1') found.pdfA ||= profile !== undefined;
    if (document.text(intent?.get('/S')) === '/GTS_PDFX') found.rgb ||= document.number(profile?.get('/N')) === 3;
  }
  return found;
}
