import { limits } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, type PdfDict, type PdfValue } from '../document/pdf-value.js';

/**
 * Form fields may have fields as kids, into which readers recurse. Each is looked at once, for all that lead to it.
 * Throws MasterRefused TOO_COMPLEX.
 */
export function refuseDeepFields(document: PdfDocument, catalog: PdfDict | undefined): void {
  /** How many levels each field has, itself included. */
  const known = new Map<number, number>();

  function levelsOf(field: PdfValue, above: number): number {
    const number = field instanceof PdfRef ? field.number : undefined;
    let levels = number === undefined ? undefined : known.get(number);
    if (levels === undefined) {
      levels = 1;
      if (above + levels > limits.fieldLevels) throw tooComplex();
      // Every reader breaks a circle.
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
