import { deflateSync } from 'node:zlib';
import { contentStreams, decodeStream } from '../document/page-content.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { token, type PdfDict, type PdfRef } from '../document/pdf-value.js';
import { limits } from './limits.js';

const CLAIM_NAMESPACES: { namespace: string; names: string }[] = [
  { namespace: 'http://www.aiim.org/pdfa/ns/id/', names: 'part|conformance|amd|corr|rev' },
  { namespace: 'http://www.aiim.org/pdfua/ns/id/', names: 'part|amd|corr|rev' },
  { namespace: 'http://www.npes.org/pdfx/ns/id/', names: 'GTS_PDFXVersion' },
  { namespace: 'http://ns.adobe.com/pdfx/1.3/', names: 'GTS_PDFXVersion|GTS_PDFXConformance' },
];

/** The XMP metadata of a document as text. */
export interface Packet {
  reference: PdfRef;
  text: string;
  encoding: Encoding;
}

/**
 * In a packet with `utf8`, the text has one character per byte: names and claims are ASCII, and all other bytes must stay
 * unchanged.
 */
type Encoding = 'utf8' | 'utf16le' | 'utf16be';

/**
 * @returns the XMP of the document; undefined without XMP; `unreadable` when the XMP is not a stream, cannot be decoded, is
 * too large or is in UTF-32
 */
export function readPacket(document: PdfDocument, catalog: PdfDict): Packet | 'unreadable' | undefined {
  if (document.resolve(catalog.get('/Metadata')) === undefined) return undefined;
  const [reference] = contentStreams(document, catalog.get('/Metadata'));
  const bytes = reference && decodeStream(document, document.get(reference.number)!, limits.xmpBytes);
  if (!reference || !bytes || bytes === 'too-large') return 'unreadable';
  const encoding = detectEncoding(bytes);
  if (!encoding) return 'unreadable';
  if (encoding === 'utf8') return { reference, encoding, text: bytes.toString('latin1') };
  const evenBytes = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const littleEndian = encoding === 'utf16be' ? Buffer.from(evenBytes).swap16() : evenBytes;
  return { reference, encoding, text: littleEndian.toString('utf16le') };
}

/**
 * Detects the encoding from the first bytes. These bytes belong to a byte order mark, `<` or white space.
 * @returns undefined for UTF-32
 */
function detectEncoding(bytes: Buffer): Encoding | undefined {
  const [first, second, third, fourth] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (isLittle) return third === 0 && fourth === 0 ? undefined : 'utf16le';
  if (isBig) return 'utf16be';
  return first === 0 ? undefined : 'utf8';
}

/**
 * Removes the XMP from the catalog and empties its stream, because other objects can also reference the stream.
 * @returns the number of the stream; undefined when the XMP is not a stream
 */
export function removePacket(document: PdfDocument, catalog: PdfDict): number | undefined {
  const [reference] = contentStreams(document, catalog.get('/Metadata'));
  catalog.delete('/Metadata');
  if (reference) replaceStream(document, reference.number, Buffer.alloc(0));
  return reference?.number;
}

/**
 * @returns a regular expression that matches the prefixes of a namespace, each with its colon. The prefix of the default
 * namespace is empty. Undefined when the XMP does not declare the namespace.
 */
function findPrefixes(xmp: string, namespace: string): string | undefined {
  const prefixes = [...xmp.matchAll(/\sxmlns(?::([^\s=:"'<>]{1,40}))?\s*=\s*["']([^"']{1,100})["']/g)]
    .filter(([, , uri]) => uri === namespace)
    .map(([, prefix]) => (prefix === undefined ? '' : `${prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:`));
  return prefixes.length === 0 ? undefined : `(?:${prefixes.join('|')})`;
}

/** Yields the standards that the file claims to follow in its XMP. */
export function* findXmpClaims(xmp: string): Generator<string> {
  const [pdfA, pdfUa, ...pdfX] = CLAIM_NAMESPACES.map(({ namespace }) => {
    const prefix = findPrefixes(xmp, namespace);
    return (name: string): string | undefined => {
      const match =
        prefix !== undefined &&
        new RegExp(`[\\s<]${prefix}${name}(?:\\s*=\\s*["']([^"']*)|(?:\\s[^<>]*)?>([^<]*))`).exec(xmp);
      return match ? (match[1] ?? match[2])!.trim() : undefined;
    };
  });
  const part = pdfA!('part');
  if (part !== undefined) yield checkedClaim(`PDF/A-${part}${pdfA!('conformance')?.toLowerCase() ?? ''}`, 'PDF/A');
  const uaPart = pdfUa!('part');
  if (uaPart !== undefined) yield checkedClaim(`PDF/UA-${uaPart}`, 'PDF/UA');
  for (const read of pdfX) {
    const version = read('GTS_PDFXConformance') ?? read('GTS_PDFXVersion');
    if (version !== undefined) yield checkedClaim(version, 'PDF/X');
  }
}

/**
 * @returns the claim if it has a known form, otherwise only the name of the standard. The shop shows the result to the
 * designer, and a hostile file can claim any text.
 */
export const checkedClaim = (claim: string, standard: string): string =>
  /^PDF\/(A-\d[a-z]?|UA-\d|X-\d[a-z]{0,2}(:\d{4})?)$/.test(claim) ? claim : standard;

/** Removes all claims from the XMP of the document. @returns false when a claim remains, because it has an unknown form */
export function removeClaims(document: PdfDocument, { reference, text, encoding }: Packet): boolean {
  const remaining = withoutClaims(text);
  const bytes = Buffer.from(remaining, encoding === 'utf8' ? 'latin1' : 'utf16le');
  replaceStream(document, reference.number, encoding === 'utf16be' ? bytes.swap16() : bytes);
  return findXmpClaims(remaining).next().done === true;
}

function withoutClaims(xmp: string): string {
  let text = xmp;
  for (const { namespace, names } of CLAIM_NAMESPACES) {
    const prefix = findPrefixes(xmp, namespace);
    if (prefix === undefined) continue;
    const name = `${prefix}(?:${names})`;
    text = text
      .replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')
      .replace(new RegExp(`<(${name})(?:\\s[^<>]*)?>[^<]*</\\1\\s*>`, 'g'), '');
  }
  return text;
}

function replaceStream(document: PdfDocument, number: number, bytes: Buffer): void {
  const object = document.get(number)!;
  const dict = object.value as PdfDict;
  object.stream = deflateSync(bytes);
  dict.delete('/DecodeParms');
  dict.set('/Filter', token('/FlateDecode'));
  dict.set('/Length', token(object.stream.length));
}
