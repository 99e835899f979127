import { deflateSync } from 'node:zlib';
import type { Language } from '#backend/platform/language.js';
import { stampFontObjects } from '../stamp/stamp-font.js';
import { HEIGHT, WIDTH } from './page-style.js';

export interface DocumentInfo {
  title: string;
  author: string;
  language: Language;
  /** yyyy-mm-dd */
  createdOn: string;
}

/**
 * Writes a PDF with A4 pages. The same content gives the same bytes.
 * @param pages the drawing operators of each page, as `Sheet.content` returns them; the font is named `F`
 */
export function sheetFile(pages: string[], { title, author, language, createdOn }: DocumentInfo): Buffer {
  /** Object numbers: catalog and page tree, then page and content of each page, then the metadata, then the font. */
  const pageNumbers = pages.map((_, index) => 3 + 2 * index);
  const info = 3 + 2 * pages.length;
  const font = info + 1;
  const createdAt = `D:${createdOn.replaceAll('-', '')}000000Z`;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/Lang(${language})/ViewerPreferences<</DisplayDocTitle true>>>>`,
    `<</Type/Pages/Kids[${pageNumbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    ...pages.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents ${pageNumbers[index]! + 1} 0 R/Resources<</Font<</F ${font} 0 R>>>>>>`,
      contentStream(content),
    ]),
    `<</Title ${textString(title)}/Author ${textString(author)}/CreationDate(${createdAt})/ModDate(${createdAt})>>`,
    ...stampFontObjects(font),
  ].map((object) => Buffer.from(object as string, 'latin1'));
  return assemble(objects, info);
}

/** @param info the number of the object with the metadata */
function assemble(objects: Buffer[], info: number): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const rows = ['0000000000 65535 f \n'];
  let at = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    rows.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  }
  const trailer = `trailer\n<</Size ${rows.length}/Root 1 0 R/Info ${info} 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${rows.length}\n${rows.join('')}${trailer}`)]);
}

function contentStream(content: string): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1'), { level: 9 });
  const stream = `<</Filter/FlateDecode/Length ${packed.length}>>stream\n`;
  return Buffer.concat([Buffer.from(stream, 'latin1'), packed, Buffer.from('\nendstream')]);
}

const textString = (value: string): string => `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;
