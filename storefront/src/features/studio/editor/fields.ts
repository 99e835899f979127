import type { Language } from '../../../api/types';
import type { Draft, DraftTexts } from './draft';
import type { Problems } from './draft-rules';

/** The data for the sections of the form: the draft, its problems, and functions that change the draft. */
export interface Fields {
  draft: Draft;
  /** The main language of the pattern. */
  main: Language;
  problems: Problems;
  set: <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;
  setText: <Name extends keyof DraftTexts>(language: Language, name: Name, value: DraftTexts[Name]) => void;
}
