import type { PdfDocument } from '../document/pdf-document.js';
import type { PdfDict } from '../document/pdf-value.js';
import type { Flag } from './plan.js';
import { named, readPacket, removeClaims, removePacket, xmpClaims } from './xmp-claims.js';

/** What a copy needs so that the claims that were kept stay true. */
export interface KeptClaims {
  /** Info and XMP must say the same title: the document keeps its own (ISO 19005-1, 6.7.3; ISO 15930-7, 6.9). */
  keepsTitle: boolean;
  /** No output intent says what DeviceGray is, so the mark brings a DefaultGray (ISO 19005-2, 6.2.4.3). */
  defaultGrey: boolean;
}

/** A file that was put right, or lost a part, may break any rule: nothing is known of its claims any more. */
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
 * Looks for statements that the file follows PDF/A, PDF/UA or PDF/X. Those that a marked copy would make untrue are
 * taken out of XMP and Info, in place, with the flag `claim-removed:`; what the others need is returned. XMP that cannot be
 * read may state anything, so it is taken out as a whole.
 * @param depth of saved graphics states on any page @param changed gets the numbers of the objects that were changed
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
    // ISO 15930-7, 6.2: DeviceGray is not for an RGB condition, and PDF/X-1a knows no calibrated grey.
    return /^PDF\/X-(1|3|4)/.test(claim) && !intents.rgb && !defaultGrey;
  };
  const untrue = [...claims].filter((claim) => broken || !isTrue(claim));
  if (untrue.length === 0) return { keepsTitle: true, defaultGrey };

  // All or none: a file that states two standards is rare, and half a statement helps its readers little.
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
