import { LANGUAGES } from '../../platform/language.js';
import type { PatternChanges } from './pattern-form.js';
import { rewrite } from './pattern-texts.js';
import type { Pattern } from './pattern.entity.js';

/** Writes the texts of a form into the pattern: those in the pattern's language, then the translations. */
export function applyTranslations(pattern: Pattern, form: PatternChanges): void {
  let result = rewrite(pattern, pattern.language, pattern.language, form);
  for (const language of LANGUAGES) {
    const translation = form.translations?.[language];
    if (translation) result = rewrite(result, pattern.language, language, translation);
  }
  pattern.texts = result.texts;
  pattern.details = result.details;
}
