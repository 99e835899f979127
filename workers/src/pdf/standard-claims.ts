import { decodeContent } from './page-content.js';
import type { PdfDocument } from './pdf-document.js';
import { PdfRef, token, type PdfDict } from './pdf-value.js';
import type { Flag } from './plan.js';

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

const XMP: { namespace: string; names: string }[] = [
  { namespace: 'http://www.aiim.org/pdfa/ns/id/', names: 'part|conformance|amd|corr|rev' },
  { namespace: 'http://www.aiim.org/pdfua/ns/id/', names: 'part|amd|corr|rev' },
  { namespace: 'http://www.npes.org/pdfx/ns/id/', names: 'GTS_PDFXVersion' },
  { namespace: 'http://ns.adobe.com/pdfx/1.3/', names: 'GTS_PDFXVersion|GTS_PDFXConformance' },
];
const INFO_KEYS = ['/GTS_PDFXVersion', '/GTS_PDFXConformance'];

/**
 * Looks for statements that the file follows PDF/A, PDF/UA or PDF/X. Those that a marked copy would make untrue are
 * taken out of XMP and Info, in place, with the flag `claim-removed:`; what the others need is returned.
 * @param depth of saved graphics states on any page @param changed gets the numbers of the objects that were changed
 */
export function reviewClaims(document: PdfDocument, flags: Set<Flag>, depth: number, changed: Set<number>): KeptClaims {
  const catalog = document.dict(document.trailer.get('/Root')) ?? new Map();
  const info = document.dict(document.trailer.get('/Info'));
  const reference = catalog.get('/Metadata');
  const xmp = reference instanceof PdfRef ? decodeContent(document, [reference])?.toString('latin1') : undefined;
  const claims = new Set([...xmpClaims(xmp ?? ''), ...infoClaims(document, info)]);
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
  if (xmp !== undefined && reference instanceof PdfRef) {
    replaceStream(document, reference.number, withoutClaims(xmp));
    changed.add(reference.number);
  }
  return { keepsTitle: false, defaultGrey: false };
}

/** The prefixes that a packet gives to a namespace, as a part of a regular expression. */
const prefixes = (xmp: string, namespace: string): string =>
  [...xmp.matchAll(/xmlns:([\w.-]{1,40})\s*=\s*["']([^"']{1,100})["']/g)]
    .filter(([, , uri]) => uri === namespace)
    .map(([, prefix]) => prefix!.replaceAll('.', '\\.'))
    .join('|');

function* xmpClaims(xmp: string): Generator<string> {
  const [pdfA, pdfUa, ...pdfX] = XMP.map(({ namespace }) => {
    const known = prefixes(xmp, namespace);
    return (name: string): string | undefined => {
      const found =
        known && new RegExp(`(?:${known}):${name}(?:\\s*=\\s*["']([^"']*)|(?:\\s[^<>]*)?>([^<]*))`).exec(xmp);
      return found ? (found[1] ?? found[2])!.trim() : undefined;
    };
  });
  const part = pdfA!('part');
  if (part !== undefined) yield named(`PDF/A-${part}${pdfA!('conformance')?.toLowerCase() ?? ''}`, 'PDF/A');
  const accessible = pdfUa!('part');
  if (accessible !== undefined) yield named(`PDF/UA-${accessible}`, 'PDF/UA');
  for (const read of pdfX) {
    const version = read('GTS_PDFXConformance') ?? read('GTS_PDFXVersion');
    if (version !== undefined) yield named(version, 'PDF/X');
  }
}

function* infoClaims(document: PdfDocument, info: PdfDict | undefined): Generator<string> {
  const [version, conformance] = INFO_KEYS.map((key) => document.text(info?.get(key)));
  const text = conformance ?? version;
  if (text?.startsWith('<')) yield named(Buffer.from(text.slice(1, -1), 'hex').toString('latin1'), 'PDF/X');
  else if (text) yield named(text.slice(1, -1), 'PDF/X');
}

/** The claim when it is worded as a standard words it: a designer reads it, and files may say anything. */
const named = (claim: string, otherwise: string): string =>
  /^PDF\/(A-\d[a-z]?|UA-\d|X-\d[a-z]{0,2}(:\d{4})?)$/.test(claim) ? claim : otherwise;

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

function withoutClaims(xmp: string): string {
  let text = xmp;
  for (const { namespace, names } of XMP) {
    const known = prefixes(xmp, namespace);
    if (!known) continue;
    const name = `(?:${known}):(?:${names})`;
    text = text
      .replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')
      .replace(new RegExp(`<(${name})(?:\\s[^<>]*)?>[^<]*</\\1\\s*>`, 'g'), '');
  }
  return text;
}

function replaceStream(document: PdfDocument, number: number, text: string): void {
  const object = document.get(number)!;
  const dict = object.value as PdfDict;
  object.stream = Buffer.from(text, 'latin1');
  for (const key of ['/Filter', '/DecodeParms']) dict.delete(key);
  dict.set('/Length', token(object.stream.length));
}
