import { LANGUAGES } from '../../platform/language.js';
import type { PatternChanges } from './pattern-form.js';
import { rewrite } from './pattern-texts.js';
import type { Pattern } from './pattern.entity.js';

/** Writes the texts of a form into the pattern: those in its own language, then the translations. */
export function applyTranslations(pattern: Pattern, form: PatternChanges): void {
  let written = rewrite(pattern, pattern.language, pattern.language, form);
  for (const language of LANGUAGES) {
    const translation = form.translations?.[language];
    if (translation) written = rewrite(written, pattern.language, language, translation);
  }
  pattern.texts = written.texts;
  pattern.details = written.details;
}
