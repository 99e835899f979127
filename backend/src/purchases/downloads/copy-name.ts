import { tidyStem } from '../../platform/storage/file-name.js';
import type { Language } from '../../platform/language.js';
import type { FileKind } from '../../platform/shop-rules.js';

export const KIND_NAMES = {
  de: { a4: 'A4', letter: 'US Letter', a0: 'A0', projector: 'Beamer', instructions: 'Anleitung' },
  en: { a4: 'A4', letter: 'US Letter', a0: 'A0', projector: 'Projector', instructions: 'Instructions' },
};

/** The file name of a copy, in the buyer's language. It does not depend on the file names of the designer's uploads. */
export function copyName(patternTitle: string, kind: FileKind, language: Language): string {
  return `${[tidyStem(patternTitle), KIND_NAMES[language][kind]].filter(Boolean).join(' – ')}.pdf`;
}
