import { PdfDocument } from '../document/pdf-document.js';
import type { PdfDict, PdfValue } from '../document/pdf-value.js';

const DANGEROUS_ACTIONS = new Set([
  '/JavaScript',
  '/Launch',
  '/ImportData',
  '/SubmitForm',
  '/GoToE',
  '/GoToR',
  '/Movie',
  '/Sound',
  '/Rendition',
  '/RichMediaExecute',
]);
const MEDIA_ANNOTATIONS = new Set(['/FileAttachment', '/RichMedia', '/Movie', '/Sound', '/Screen', '/3D']);
const FILE_KEYS = ['/F', '/UF', '/DOS', '/Mac', '/Unix'];

/**
 * Whether an action does more than navigate in the document or to a web page: it runs, opens, sends or fetches something.
 */
export function isDangerousAction(document: PdfDocument, action: PdfValue | undefined): boolean {
  if (!(action instanceof Map)) return false;
  const kind = document.text(action.get('/S'));
  if (kind === '/URI') return isScript(document.text(action.get('/URI')));
  return action.has('/JS') || (kind !== undefined && DANGEROUS_ACTIONS.has(kind));
}

function isScript(uri: string | undefined): boolean {
  const text = uri?.startsWith('<') ? Buffer.from(uri.slice(1, -1), 'hex').toString('latin1') : uri?.slice(1);
  return /^\s*javascript:/i.test(text ?? '');
}

/** Whether an annotation plays media or contains a file. */
export function hasMediaOrFile(document: PdfDocument, annotation: PdfDict | undefined): boolean {
  const kind = annotation?.has('/Subtype') && annotation.has('/Rect') && document.text(annotation.get('/Subtype'));
  return typeof kind === 'string' && MEDIA_ANNOTATIONS.has(kind);
}

/** Whether an annotation is markup, e.g. a note or a box. It is drawn after the page, so it could cover the stamp. */
export function isMarkup(document: PdfDocument, annotation: PdfValue): boolean {
  const subtype = document.text(document.dict(annotation)?.get('/Subtype'));
  return subtype !== '/Link' && subtype !== '/Widget';
}

/** Whether an annotation is a file attachment. */
export function isAttachment(document: PdfDocument, annotation: PdfValue): boolean {
  return document.text(document.dict(annotation)?.get('/Subtype')) === '/FileAttachment';
}

/** Whether a dictionary is a file specification with an embedded file. */
export function hasEmbeddedFile(document: PdfDocument, dict: PdfDict): boolean {
  const files = document.dict(dict.get('/EF'));
  return files !== undefined && FILE_KEYS.some((key) => files.has(key));
}
