import { PdfDocument } from '../document/pdf-document.js';
import type { PdfDict, PdfValue } from '../document/pdf-value.js';

const DANGEROUS = new Set([
  '/JavaScript',
  '/Launch',
  '/ImportData',
  '/SubmitForm',
  '/GoToE',
  '/Movie',
  '/Sound',
  '/Rendition',
  '/RichMediaExecute',
]);
const MEDIA = new Set(['/FileAttachment', '/RichMedia', '/Movie', '/Sound', '/Screen', '/3D']);
const FILE_KEYS = ['/F', '/UF', '/DOS', '/Mac', '/Unix'];

/** An action that runs, opens, sends or fetches something; navigation in the document or to a web page is harmless. */
export function isDangerousAction(document: PdfDocument, action: PdfValue | undefined): boolean {
  if (!(action instanceof Map)) return false;
  const kind = document.text(action.get('/S'));
  if (kind === '/URI') return isScript(document.text(action.get('/URI')));
  return action.has('/JS') || (kind !== undefined && DANGEROUS.has(kind));
}

function isScript(uri: string | undefined): boolean {
  const text = uri?.startsWith('<') ? Buffer.from(uri.slice(1, -1), 'hex').toString('latin1') : uri?.slice(1);
  return /^\s*javascript:/i.test(text ?? '');
}

/** An annotation that plays media or contains a file. */
export function playsMedia(document: PdfDocument, annotation: PdfDict | undefined): boolean {
  const kind = annotation?.has('/Subtype') && annotation.has('/Rect') && document.text(annotation.get('/Subtype'));
  return typeof kind === 'string' && MEDIA.has(kind);
}

/** Notes, boxes and stamps are painted after the page and could cover the mark. Links and fields are kept. */
export function isMarkup(document: PdfDocument, annotation: PdfValue): boolean {
  const subtype = document.text(document.dict(annotation)?.get('/Subtype'));
  return subtype !== '/Link' && subtype !== '/Widget';
}

/** A file attachment annotation. */
export function isAttachment(document: PdfDocument, annotation: PdfValue): boolean {
  return document.text(document.dict(annotation)?.get('/Subtype')) === '/FileAttachment';
}

/** A file specification with an embedded file. */
export function hidesAttachment(document: PdfDocument, dict: PdfDict): boolean {
  const files = document.dict(dict.get('/EF'));
  return files !== undefined && FILE_KEYS.some((key) => files.has(key));
}
