import { limits } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, type PdfDict, type PdfValue } from '../document/pdf-value.js';

/**
 * Limits the nesting of form fields, into which readers recurse. Each field is visited once.
 * @throws {MasterRefused} TOO_COMPLEX
 */
export function refuseDeepFields(document: PdfDocument, catalog: PdfDict | undefined): void {
  /** Number of levels of each field, including itself. */
  const known = new Map<number, number>();

  function levelsOf(field: PdfValue, above: number): number {
    const number = field instanceof PdfRef ? field.number : undefined;
    let levels = number === undefined ? undefined : known.get(number);
    if (levels === undefined) {
      levels = 1;
      if (above + levels > limits.fieldLevels) throw tooComplex();
      // A field inside itself is allowed and counts as one level, because readers detect cycles.
      if (number !== undefined) known.set(number, levels);
      for (const kid of document.array(document.dict(field)?.get('/Kids')) ?? []) {
        levels = Math.max(levels, 1 + levelsOf(kid, above + 1));
      }
      if (number !== undefined) known.set(number, levels);
    }
    if (above + levels > limits.fieldLevels) throw tooComplex();
    return levels;
  }

  const form = document.dict(catalog?.get('/AcroForm'));
  for (const field of document.array(form?.get('/Fields')) ?? []) levelsOf(field, 0);
}

const tooComplex = (): MasterRefused =>
  new MasterRefused('TOO_COMPLEX', `The form nests fields more than ${limits.fieldLevels} deep.`);
