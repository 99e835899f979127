import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error';
import { ownPattern, type OwnPattern, studio } from '../../../api/studio';
import type { Language } from '../../../api/types';
import { focusFirstProblem } from '../../../lib/errors/focus-first-problem';
import { useLanguage } from '../../../lib/language-path';
import { toDraft, emptyDraft } from './draft';
import { languageWithProblem, type Problems, findProblems, serverProblems } from './draft-rules';
import type { Fields } from './fields';
import { toForm, usedLanguages } from './to-form';
import { useDraft } from './use-draft';

export function useEditor(pattern: OwnPattern | undefined, onCreated: (id: string) => void) {
  const screen = useLanguage();
  const queries = useQueryClient();
  const typed = useDraft(pattern?.id ?? 'new', pattern ? toDraft(pattern, screen) : emptyDraft());
  const { draft } = typed;
  const [main, other] = usedLanguages(draft, pattern, screen);
  const [shown, setShown] = useState<Language>(main);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Problems>({});
  const found = findProblems(draft, other ? [main, other] : [main]);
  const problems = asked ? { ...refused, ...found } : refused;

  const showFirst = (all: Problems) => {
    const wrong = languageWithProblem(all, main);
    if (wrong) setShown(wrong);
    focusFirstProblem();
  };
  const saving = useMutation({
    mutationFn: async () => {
      const form = toForm(draft, pattern, screen);
      const answer = pattern ? await studio.change(pattern.id, form) : await studio.create(form);
      return { answer, sent: draft };
    },
    onSuccess: ({ answer, sent }) => {
      setAsked(false);
      queries.setQueryData(ownPattern(answer.id, screen).queryKey, answer);
      void queries.invalidateQueries({ queryKey: ['mine', 'studio'] });
      typed.settle(sent, toDraft(answer, screen));
      if (!pattern) onCreated(answer.id);
    },
    onError: (error) => {
      const server = error instanceof ApiError ? serverProblems(error.details, main) : {};
      setRefused(server);
      showFirst(server);
    },
  });
  const save = () => {
    saving.reset();
    setAsked(true);
    setRefused({});
    if (Object.keys(found).length > 0) return showFirst(found);
    return saving.mutate();
  };
  const forget = (name: string) =>
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([known]) => known !== name)));
  const fields: Fields = {
    draft,
    main,
    problems,
    set: (name, value) => {
      forget(name);
      typed.change((before) => ({ ...before, [name]: value }));
    },
    setText: (language, name, value) => {
      forget(`${name}.${language}`);
      typed.change((before) => ({ ...before, [language]: { ...before[language], [name]: value } }));
    },
  };
  return { fields, typed, saving, save, shown, setShown, wrong: Object.keys(problems).length };
}
