import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { type OwnDesigner, ownDesigner, studio } from '../../api/studio';
import type { Language } from '../../api/types';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { errorMessage } from '../../lib/errors/error-message';
import { FormProblem } from '../../ui/forms/form-problem';
import { LANGUAGES } from './editor/draft';
import styles from './studio.module.css';

interface DesignerFormProps {
  designer: OwnDesigner;
  /** `saved` is false when the designer cancels. */
  onDone: (saved: boolean) => void;
}

export function DesignerForm({ designer, onDone }: DesignerFormProps) {
  const { t } = useTranslation();
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(designer.name);
  const [bio, setBio] = useState({ de: designer.bio.de ?? '', en: designer.bio.en ?? '' });
  const [submitted, setSubmitted] = useState(false);
  useEffect(() => nameField.current?.focus(), []);
  const save = useSave(() => onDone(true));
  const refusedFields = new Set(save.error instanceof ApiError ? save.error.details.map(({ field }) => field) : []);
  const invalidFields = findInvalidFields(name, bio);
  const hasProblem = (field: string) => (submitted && invalidFields.has(field)) || refusedFields.has(field);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (invalidFields.size > 0) focusFirstProblem();
    else save.mutate({ name: name.trim(), bio });
  };
  return (
    <form noValidate className={styles.fields} onSubmit={submit} aria-label={t('studio:profile.title')}>
      <TextInput
        ref={nameField}
        required
        label={t('studio:profile.name')}
        description={t('studio:profile.nameHint')}
        value={name}
        error={hasProblem('name') && t('studio:problem.name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {LANGUAGES.map((language) => (
        <Textarea
          key={language}
          size="md"
          rows={4}
          lang={language}
          label={t(`studio:profile.bio.${language}`)}
          value={bio[language]}
          error={hasProblem(`bio.${language}`) && t('studio:problem.bio')}
          onChange={({ currentTarget: { value } }) => setBio((before) => ({ ...before, [language]: value }))}
        />
      ))}
      {save.isError && <FormProblem text={`${errorMessage(t, save.error)} ${t('studio:save.nothingLost')}`} />}
      <div className={styles.actions}>
        <Button type="submit" loading={save.isPending}>
          {t('studio:profile.save')}
        </Button>
        <Button variant="subtle" onClick={() => onDone(false)}>
          {t('studio:cancel')}
        </Button>
      </div>
    </form>
  );
}

const countCharacters = (text: string) => [...text.trim()].length;

function findInvalidFields(name: string, bio: Record<Language, string>): Set<string> {
  const longBios = LANGUAGES.filter((language) => countCharacters(bio[language]) > 2000).map(
    (language) => `bio.${language}`,
  );
  return new Set(countCharacters(name) < 2 || countCharacters(name) > 80 ? ['name', ...longBios] : longBios);
}

function useSave(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: studio.changeDesigner,
    onSuccess: (saved) => {
      queries.setQueryData(ownDesigner().queryKey, saved);
      // Every pattern shows the designer's name, so all patterns are fetched again.
      void queries.invalidateQueries({ queryKey: ['pattern'] });
      void queries.invalidateQueries({ queryKey: ['patterns'] });
      onSaved();
    },
    onError: focusFirstProblem,
  });
}
