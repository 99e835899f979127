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

/** An action that runs, opens, sends or fetches something, instead of moving about in the document or to a web page. */
export function dangerousAction(document: PdfDocument, action: PdfValue | undefined): boolean {
  if (!(action instanceof Map)) return false;
  const kind = document.text(action.get('/S'));
  if (kind === '/URI') return isScript(document.text(action.get('/URI')));
  return action.has('/JS') || (kind !== undefined && DANGEROUS.has(kind));
}

function isScript(uri: string | undefined): boolean {
  const text = uri?.startsWith('<') ? Buffer.from(uri.slice(1, -1), 'hex').toString('latin1') : uri?.slice(1);
  return /^\s*javascript:/i.test(text ?? '');
}

/** An annotation that plays or carries a file. */
export function playsMedia(document: PdfDocument, annotation: PdfDict | undefined): boolean {
  const kind = annotation?.has('/Subtype') && annotation.has('/Rect') && document.text(annotation.get('/Subtype'));
  return typeof kind === 'string' && MEDIA.has(kind);
}

/** Notes, boxes and stamps are painted after the page, so they could lie over the buyer's name. Links and fields stay. */
export function isMarkup(document: PdfDocument, annotation: PdfValue): boolean {
  const subtype = document.text(document.dict(annotation)?.get('/Subtype'));
  return subtype !== '/Link' && subtype !== '/Widget';
}

/** An annotation that is a file pinned to the page. */
export function isAttachment(document: PdfDocument, annotation: PdfValue): boolean {
  return document.text(document.dict(annotation)?.get('/Subtype')) === '/FileAttachment';
}

/** A file specification with the file inside. */
export function hidesAttachment(document: PdfDocument, dict: PdfDict): boolean {
  const files = document.dict(dict.get('/EF'));
  return files !== undefined && FILE_KEYS.some((key) => files.has(key));
}
