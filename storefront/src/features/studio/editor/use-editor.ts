import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error';
import { ownPattern, type OwnPattern, studio } from '../../../api/studio';
import type { Language } from '../../../api/types';
import { focusFirstProblem } from '../../../lib/errors/focus-first-problem';
import { useLanguage } from '../../../lib/language-path';
import { emptyDraft, toDraft, toForm, usedLanguages } from './draft';
import { languageWithProblem, type Problems, findProblems, serverProblems } from './draft-rules';
import type { Fields } from './fields';
import { useDraft } from './use-draft';

export function useEditor(pattern: OwnPattern | undefined, onCreated: (id: string) => void) {
  const screenLanguage = useLanguage();
  const queries = useQueryClient();
  const input = useDraft(pattern?.id ?? 'new', pattern ? toDraft(pattern, screenLanguage) : emptyDraft());
  const { draft } = input;
  const [main, other] = usedLanguages(draft, pattern, screenLanguage);
  const [shown, setShown] = useState<Language>(main);
  const [submitted, setSubmitted] = useState(false);
  const [serverErrors, setServerErrors] = useState<Problems>({});
  const draftErrors = findProblems(draft, other ? [main, other] : [main]);
  const problems = submitted ? { ...serverErrors, ...draftErrors } : serverErrors;

  const showFirstProblem = (all: Problems) => {
    const affected = languageWithProblem(all, main);
    if (affected) setShown(affected);
    focusFirstProblem();
  };
  const saving = useMutation({
    mutationFn: async () => {
      const form = toForm(draft, pattern, screenLanguage);
      const saved = pattern ? await studio.change(pattern.id, form) : await studio.create(form);
      return { saved, sent: draft };
    },
    onSuccess: ({ saved, sent }) => {
      setSubmitted(false);
      queries.setQueryData(ownPattern(saved.id, screenLanguage).queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['mine', 'studio'] });
      input.commit(sent, toDraft(saved, screenLanguage));
      if (!pattern) onCreated(saved.id);
    },
    onError: (error) => {
      const server = error instanceof ApiError ? serverProblems(error.details, main) : {};
      setServerErrors(server);
      showFirstProblem(server);
    },
  });
  const save = () => {
    saving.reset();
    setSubmitted(true);
    setServerErrors({});
    if (Object.keys(draftErrors).length > 0) return showFirstProblem(draftErrors);
    return saving.mutate();
  };
  const clearServerError = (name: string) =>
    setServerErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
  const fields: Fields = {
    draft,
    main,
    problems,
    set: (name, value) => {
      clearServerError(name);
      input.change((before) => ({ ...before, [name]: value }));
    },
    setText: (language, name, value) => {
      clearServerError(`${name}.${language}`);
      input.change((before) => ({ ...before, [language]: { ...before[language], [name]: value } }));
    },
  };
  return { fields, input, saving, save, shown, setShown, problemCount: Object.keys(problems).length };
}
