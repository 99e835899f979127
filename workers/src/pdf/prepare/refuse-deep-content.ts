import { limits } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import { decodeContent } from '../document/page-content.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef } from '../document/pdf-value.js';
import { scanContent, type OpenContent } from './scan-content.js';

/**
 * @throws {MasterRefused} TOO_COMPLEX when content nests graphics states, arrays or dictionaries too deeply for PDF readers
 */
export function refuseDeepContent({ depth, closers }: OpenContent): void {
  if (closers.length > limits.openValues) {
    throw new MasterRefused('TOO_COMPLEX', 'The drawing nests arrays and dictionaries too deeply.');
  }
  if (depth <= limits.savedStates) return;
  throw new MasterRefused(
    'TOO_COMPLEX',
    `The drawing nests ${depth} graphics states, and ${limits.savedStates} are allowed.`,
  );
}

/** Checks the content of all forms among these objects. @throws {MasterRefused} TOO_COMPLEX, TOO_LARGE */
export function refuseDeepForms(document: PdfDocument, numbers: Iterable<number>): void {
  for (const number of numbers) {
    const form = document.get(number)?.value;
    if (!(form instanceof Map) || document.text(form.get('/Subtype')) !== '/Form') continue;
    const content = document.get(number)?.stream && decodeContent(document, [new PdfRef(number)]);
    if (content) refuseDeepContent(scanContent(content));
  }
}
