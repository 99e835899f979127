/**
 * A reference to an object. A normalised file contains only generation 0. Any other generation is written as it was read.
 */
export class PdfRef {
  readonly number: number;
  readonly generation: number;

  constructor(number: number, generation = 0) {
    this.number = number;
    this.generation = generation;
  }
}

/** A number, string, name or keyword. `text` has its original bytes (latin1), so that unknown syntax stays unchanged. */
export class PdfToken {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A dictionary. Keys include their slash. */
export type PdfDict = Map<string, PdfValue>;
export type PdfValue = PdfRef | PdfToken | PdfDict | PdfValue[];

export const token = (text: string | number): PdfToken => new PdfToken(String(text));

/** @returns the PDF syntax of a value, latin1 */
export function serialise(value: PdfValue): string {
  if (value instanceof PdfRef) return `${value.number} ${value.generation} R`;
  if (value instanceof PdfToken) return value.text;
  if (Array.isArray(value)) return `[${value.map(serialise).join(' ')}]`;
  let text = '<<';
  for (const [key, entry] of value) text += `${key} ${serialise(entry)}`;
  return `${text}>>`;
}
