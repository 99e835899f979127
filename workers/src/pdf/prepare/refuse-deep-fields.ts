import { limits } from './limits.js';
import { MasterRefused } from '../document/master-refused.js';
import type { PdfDocument } from '../document/pdf-document.js';
import { PdfRef, type PdfDict, type PdfValue } from '../document/pdf-value.js';

/**
 * Limits how deeply form fields are nested, because PDF readers recurse into them. Each field is visited once.
 * @throws {MasterRefused} TOO_COMPLEX
 */
export function refuseDeepFields(document: PdfDocument, catalog: PdfDict | undefined): void {
  /** By object number of a field: the number of levels from this field to its deepest descendant, including both. */
  const levelsByField = new Map<number, number>();

  function countLevels(field: PdfValue, parentLevels: number): number {
    const number = field instanceof PdfRef ? field.number : undefined;
    let levels = number === undefined ? undefined : levelsByField.get(number);
    if (levels === undefined) {
      levels = 1;
      if (parentLevels + levels > limits.fieldLevels) throw tooComplex();
      // A field can contain itself; PDF readers detect such a cycle. One level is stored before the visit, so that the
      // recursion ends there.
      if (number !== undefined) levelsByField.set(number, levels);
      for (const kid of document.array(document.dict(field)?.get('/Kids')) ?? []) {
        levels = Math.max(levels, 1 + countLevels(kid, parentLevels + 1));
      }
      if (number !== undefined) levelsByField.set(number, levels);
    }
    if (parentLevels + levels > limits.fieldLevels) throw tooComplex();
    return levels;
  }

  const form = document.dict(catalog?.get('/AcroForm'));
  for (const field of document.array(form?.get('/Fields')) ?? []) countLevels(field, 0);
}

const tooComplex = (): MasterRefused =>
  new MasterRefused('TOO_COMPLEX', `The form nests fields more than ${limits.fieldLevels} levels deep.`);
