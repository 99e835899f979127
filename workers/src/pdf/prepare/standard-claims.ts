import type { PdfDocument } from '../document/pdf-document.js';
import type { PdfDict } from '../document/pdf-value.js';
import type { Flag } from './plan.js';
import { checkedClaim, readPacket, removeClaims, removePacket, findXmpClaims } from './xmp-claims.js';

/** What a copy must do so that the claims that it keeps stay true. */
export interface KeptClaims {
  /**
   * Whether the copy keeps the document's title: Info and XMP must have the same title (ISO 19005-1, 6.7.3; ISO 15930-7,
   * 6.9).
   */
  keepsTitle: boolean;
  /**
   * Whether the stamp defines a DefaultGray. ISO 19005-2, 6.2.4.3 requires this when no output intent defines DeviceGray.
   */
  defaultGrey: boolean;
}

/** When a file has one of these flags, every claim can be untrue, so all claims are removed. */
const FLAGS_THAT_END_CLAIMS = new Set<Flag>([
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
/**
 * Maximum nesting depth of graphics states in page content. ISO 19005-1, 6.1.12 and ISO 19005-2, 6.1.13 allow 28 states, and
 * stamping saves one more before the content.
 */
const MAX_SAVED_STATES = 27;

const INFO_KEYS = ['/GTS_PDFXVersion', '/GTS_PDFXConformance'];

/**
 * Finds claims that the file follows PDF/A, PDF/UA or PDF/X. When one of the claims would be untrue for a stamped copy, this
 * function removes all claims from the XMP and the Info dictionary of the document. It then adds a flag `claim-removed:`
 * that names the claims. Unreadable XMP is removed as a whole.
 * @param depth the maximum nesting depth of graphics states on any page
 * @param changed receives the numbers of the objects that this function changes
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
  const claims = new Set([...findXmpClaims(xmp?.text ?? ''), ...findInfoClaims(document, info)]);
  if (claims.size === 0) return { keepsTitle: false, defaultGrey: false };

  const intents = readOutputIntents(document, catalog);
  const defaultGrey = [...claims].some((claim) => /^PDF\/A-[23]/.test(claim)) && !intents.pdfA;
  const endsAllClaims = depth > MAX_SAVED_STATES || [...flags].some((flag) => FLAGS_THAT_END_CLAIMS.has(flag));
  const staysTrue = (claim: string): boolean => {
    // PDF/A-1 requires an output intent for the grey of the stamp (ISO 19005-1, 6.2.3.3). The standards for PDF 2.0 (A-4,
    // UA-2, X-6) do not allow a file id in the Info dictionary (ISO 19005-4, 6.1.3), so a claim to follow one of them is
    // always untrue.
    if (claim.startsWith('PDF/A-1')) return intents.pdfA;
    if (/^PDF\/(A-[23]|UA-1)/.test(claim)) return true;
    // PDF/X does not allow DeviceGray with an RGB output condition (ISO 15930-7, 6.2). PDF/X-1a does not allow calibrated
    // grey.
    return /^PDF\/X-(1|3|4)/.test(claim) && !intents.rgb && !defaultGrey;
  };
  const untrue = [...claims].filter((claim) => endsAllClaims || !staysTrue(claim));
  if (untrue.length === 0) return { keepsTitle: true, defaultGrey };

  // All claims are removed together, even those that stay true. A file with more than one claim is rare.
  flags.add(`claim-removed:${[...claims].sort().join(', ')}`);
  for (const key of INFO_KEYS) info?.delete(key);
  if (xmp) {
    if (!removeClaims(document, xmp)) catalog.delete('/Metadata');
    changed.add(xmp.reference.number);
  }
  return { keepsTitle: false, defaultGrey: false };
}

function* findInfoClaims(document: PdfDocument, info: PdfDict | undefined): Generator<string> {
  const [version, conformance] = INFO_KEYS.map((key) => document.text(info?.get(key)));
  const text = conformance ?? version;
  if (text?.startsWith('<')) yield checkedClaim(Buffer.from(text.slice(1, -1), 'hex').toString('latin1'), 'PDF/X');
  else if (text) yield checkedClaim(text.slice(1, -1), 'PDF/X');
}

function readOutputIntents(document: PdfDocument, catalog: PdfDict): { pdfA: boolean; rgb: boolean } {
  const result = { pdfA: false, rgb: false };
  for (const entry of document.array(catalog.get('/OutputIntents')) ?? []) {
    const intent = document.dict(entry);
    const profile = document.dict(intent?.get('/DestOutputProfile'));
    if (document.text(intent?.get('/S')) === '/GTS_PDFA1') result.pdfA ||= profile !== undefined;
    if (document.text(intent?.get('/S')) === '/GTS_PDFX') result.rgb ||= document.number(profile?.get('/N')) === 3;
  }
  return result;
}
