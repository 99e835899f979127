import { LANGUAGES, type Language } from '../language.js';
import { Choice } from './choice.js';

/** The language of the texts in a response; German by default. */
export class LanguageChoice {
  @Choice(LANGUAGES, { default: 'de' })
  lang?: Language;
}
