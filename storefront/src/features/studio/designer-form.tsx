import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { type OwnDesigner, ownDesigner, studio } from '../../api/studio';
import { focusFirstProblem } from '../../lib/focus-first-problem';
import { problemWords } from '../../lib/problem-words';
import { FormProblem } from '../../ui/forms/form-problem';
import { LANGUAGES } from './editor/draft';
import styles from './studio.module.css';

interface DesignerFormProps {
  designer: OwnDesigner;
  /** @param changed whether it was saved */
  onDone: (changed: boolean) => void;
}

const length = (text: string) => [...text.trim()].length;

export function DesignerForm({ designer, onDone }: DesignerFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(designer.name);
  const [bio, setBio] = useState({ de: designer.bio.de ?? '', en: designer.bio.en ?? '' });
  const [asked, setAsked] = useState(false);
  useEffect(() => first.current?.focus(), []);
  const save = useMutation({
    mutationFn: () => studio.changeDesigner({ name: name.trim(), bio }),
    onSuccess: (answer) => {
      queries.setQueryData(ownDesigner().queryKey, answer);
      // The name stands on every pattern.
      void queries.invalidateQueries({ queryKey: ['pattern'] });
      void queries.invalidateQueries({ queryKey: ['patterns'] });
      onDone(true);
    },
    onError: focusFirstProblem,
  });
  const refused = new Set(save.error instanceof ApiError ? save.error.details.map(({ field }) => field) : []);
  const nameIsWrong = length(name) < 2 || length(name) > 80;
  const bioIsWrong = LANGUAGES.filter((language) => length(bio[language]) > 2000);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    if (nameIsWrong || bioIsWrong.length > 0) focusFirstProblem();
    else save.mutate();
  };
  return (
    <form noValidate className={styles.fields} onSubmit={submit} aria-label={t('studio:profile.title')}>
      <TextInput
        ref={first}
        required
        label={t('studio:profile.name')}
        description={t('studio:profile.nameHint')}
        value={name}
        error={((asked && nameIsWrong) || refused.has('name')) && t('studio:problem.name')}
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
          error={
            ((asked && bioIsWrong.includes(language)) || refused.has(`bio.${language}`)) && t('studio:problem.bio')
          }
          onChange={({ currentTarget: { value } }) => setBio((before) => ({ ...before, [language]: value }))}
        />
      ))}
      {save.isError && <FormProblem text={`${problemWords(t, save.error)} ${t('studio:save.nothingLost')}`} />}
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
