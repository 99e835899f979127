import { deflateSync } from 'node:zlib';
import { contentStreams, decodeStream } from '../document/page-content.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { token, type PdfDict, type PdfRef } from '../document/pdf-value.js';
import { limits } from './limits.js';

const XMP: { namespace: string; names: string }[] = [
  { namespace: 'http://www.aiim.org/pdfa/ns/id/', names: 'part|conformance|amd|corr|rev' },
  { namespace: 'http://www.aiim.org/pdfua/ns/id/', names: 'part|amd|corr|rev' },
  { namespace: 'http://www.npes.org/pdfx/ns/id/', names: 'GTS_PDFXVersion' },
  { namespace: 'http://ns.adobe.com/pdfx/1.3/', names: 'GTS_PDFXVersion|GTS_PDFXConformance' },
];

/** The XMP of the document as text. */
export interface Packet {
  reference: PdfRef;
  text: string;
  encoding: Encoding;
}

/** UTF-8 bytes are kept: names and claims are ASCII. */
type Encoding = 'utf8' | 'utf16le' | 'utf16be';

/** `unreadable` when the XMP is no stream, cannot be decoded, is too large or is UTF-32. */
export function readPacket(document: PdfDocument, catalog: PdfDict): Packet | 'unreadable' | undefined {
  if (document.resolve(catalog.get('/Metadata')) === undefined) return undefined;
  const [reference] = contentStreams(document, catalog.get('/Metadata'));
  const bytes = reference && decodeStream(document, document.get(reference.number)!, limits.xmpBytes);
  if (!reference || !bytes || bytes === 'too-large') return 'unreadable';
  const encoding = encodingOf(bytes);
  if (!encoding) return 'unreadable';
  if (encoding === 'utf8') return { reference, encoding, text: bytes.toString('latin1') };
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const pairs = encoding === 'utf16be' ? Buffer.from(whole).swap16() : whole;
  return { reference, encoding, text: pairs.toString('utf16le') };
}

/** Detects the encoding from the first characters: byte order mark, `<` or white space; undefined for UTF-32. */
function encodingOf(bytes: Buffer): Encoding | undefined {
  const [first, second, third, fourth] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (isLittle) return third === 0 && fourth === 0 ? undefined : 'utf16le';
  if (isBig) return 'utf16be';
  return first === 0 ? undefined : 'utf8';
}

/** Removes the packet; other references to its object find an empty stream. @returns the object number if it is a stream */
export function removePacket(document: PdfDocument, catalog: PdfDict): number | undefined {
  const [reference] = contentStreams(document, catalog.get('/Metadata'));
  catalog.delete('/Metadata');
  if (reference) replaceStream(document, reference.number, Buffer.alloc(0));
  return reference?.number;
}

/** The prefixes of a namespace in a packet, as a part of a regular expression; empty for the default namespace. */
function prefixes(xmp: string, namespace: string): string | undefined {
  const found = [...xmp.matchAll(/\sxmlns(?::([^\s=:"'<>]{1,40}))?\s*=\s*["']([^"']{1,100})["']/g)]
    .filter(([, , uri]) => uri === namespace)
    .map(([, prefix]) => (prefix === undefined ? '' : `${prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:`));
  return found.length === 0 ? undefined : `(?:${found.join('|')})`;
}

/** The standards that a packet claims. */
export function* xmpClaims(xmp: string): Generator<string> {
  const [pdfA, pdfUa, ...pdfX] = XMP.map(({ namespace }) => {
    const known = prefixes(xmp, namespace);
    return (name: string): string | undefined => {
      const found =
        known !== undefined &&
        new RegExp(`[\\s<]${known}${name}(?:\\s*=\\s*["']([^"']*)|(?:\\s[^<>]*)?>([^<]*))`).exec(xmp);
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

/** The claim if it is a known one: it is shown to the designer, and files can contain any text. */
export const named = (claim: string, otherwise: string): string =>
  /^PDF\/(A-\d[a-z]?|UA-\d|X-\d[a-z]{0,2}(:\d{4})?)$/.test(claim) ? claim : otherwise;

/** Removes all claims, in place. @returns false when one has an unknown form */
export function removeClaims(document: PdfDocument, { reference, text, encoding }: Packet): boolean {
  const rest = withoutClaims(text);
  const bytes = Buffer.from(rest, encoding === 'utf8' ? 'latin1' : 'utf16le');
  replaceStream(document, reference.number, encoding === 'utf16be' ? bytes.swap16() : bytes);
  return xmpClaims(rest).next().done === true;
}

function withoutClaims(xmp: string): string {
  let text = xmp;
  for (const { namespace, names } of XMP) {
    const known = prefixes(xmp, namespace);
    if (known === undefined) continue;
    const name = `${known}(?:${names})`;
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
