import { tidyStem } from '../../platform/storage/file-name.js';
import type { Language } from '../../platform/language.js';

export const KIND_NAMES = {
  de: { a4: 'A4', letter: 'US Letter', a0: 'A0', projector: 'Beamer', instructions: 'Anleitung' },
  en: { a4: 'A4', letter: 'US Letter', a0: 'A0', projector: 'Projector', instructions: 'Instructions' },
};

export type CopyKind = keyof (typeof KIND_NAMES)['de'];

/** A copy's name on the buyer's disk, in the buyer's language: designers name their uploads in their own. */
export function copyName(patternTitle: string, kind: CopyKind, language: Language): string {
  return `${[tidyStem(patternTitle), KIND_NAMES[language][kind]].filter(Boolean).join(' – ')}.pdf`;
}
