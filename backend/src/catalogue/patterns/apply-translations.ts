import { LANGUAGES } from '../../platform/language.js';
import type { PatternChanges } from './pattern-form.js';
import { changeTexts } from './pattern-texts.js';
import type { Pattern } from './pattern.entity.js';

/** Writes the texts of a form into the pattern: first the texts in the pattern's main language, then the translations. */
export function applyTranslations(pattern: Pattern, form: PatternChanges): void {
  let result = changeTexts(pattern, pattern.language, pattern.language, form);
  for (const language of LANGUAGES) {
    const translation = form.translations?.[language];
    if (translation) result = changeTexts(result, pattern.language, language, translation);
  }
  pattern.texts = result.texts;
  pattern.details = result.details;
}
