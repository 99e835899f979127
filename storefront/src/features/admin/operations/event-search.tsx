import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EventView, eventStates } from '../../../api/operations';
import { focusFirstProblem } from '../../../lib/errors/focus-first-problem';
import { Button } from '../../../ui/forms/button';
import { isId } from '../is-id';
import styles from './operations.module.css';
import { type EventFilters, noFilters } from './use-operations-view';

interface EventSearchProps {
  filters: EventFilters;
  /** The events in the list. Their types and jobs are offered as suggestions. */
  listed: EventView[];
  onSearch: (filters: EventFilters) => void;
}

const fields = Object.keys(noFilters) as (keyof EventFilters)[];

/** The search form for events. The list changes when the form is submitted. */
export function EventSearch({ filters, listed, onSearch }: EventSearchProps) {
  const { t } = useTranslation();
  const { draft, change, problems, submit, reset } = useDraft(filters, onSearch);
  const field = (name: keyof EventFilters) => ({
    label: t(`operations:search.${name}`),
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const timeField = (name: 'since' | 'until') => ({
    ...field(name),
    type: 'datetime-local',
    value: toLocal(draft[name]),
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: toIso(event.currentTarget.value) }),
  });
  const states = eventStates.map((value) => ({ value, label: t(`operations:events.state.${value}`) }));
  return (
    <search>
      <form noValidate onSubmit={submit} className={styles.search}>
        <TextInput
          {...field('subject')}
          {...plainText}
          className={styles.wide}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={t('operations:search.subjectHint')}
          error={problems.subject && t('operations:search.subjectProblem')}
        />
        <NativeSelect {...field('state')} data={[{ value: '', label: t('operations:search.allStates') }, ...states]} />
        <SuggestingInput
          {...field('job')}
          suggestions={listed.flatMap(({ deliveries }) => deliveries.map(({ job }) => job))}
        />
        <SuggestingInput {...field('type')} suggestions={listed.map(({ type }) => type)} />
        <TextInput {...timeField('since')} />
        <TextInput {...timeField('until')} error={problems.until && t('operations:search.untilProblem')} />
        <div className={styles.buttons}>
          <Button type="submit">{t('operations:search.action')}</Button>
          <Button variant="outline" onClick={reset}>
            {t('operations:search.reset')}
          </Button>
        </div>
      </form>
    </search>
  );
}

/** The filters as typed, and which of them are invalid. */
function useDraft(filters: EventFilters, onSearch: (filters: EventFilters) => void) {
  const [draft, setDraft] = useState(filters);
  const [applied, setApplied] = useState(filters);
  // The back button of the browser changes the filters in the URL. The form must show them.
  if (fields.some((name) => applied[name] !== filters[name])) {
    setApplied(filters);
    setDraft(filters);
  }
  const [submitted, setSubmitted] = useState(false);
  const { type, job, subject, since, until } = draft;
  const wrongSubject = subject !== '' && !isId(subject);
  const wrongUntil = since !== '' && until !== '' && Date.parse(since) >= Date.parse(until);
  return {
    draft,
    problems: { subject: submitted && wrongSubject, until: submitted && wrongUntil },
    change: (changed: Partial<EventFilters>) => setDraft({ ...draft, ...changed }),
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      setSubmitted(true);
      focusFirstProblem();
      if (wrongSubject || wrongUntil) return;
      onSearch({ ...draft, type: type.trim(), job: job.trim(), subject: subject.trim().toLowerCase() });
    },
    reset: () => {
      setDraft(noFilters);
      onSearch(noFilters);
    },
  };
}

const plainText = { maxLength: 100, autoComplete: 'off', spellCheck: false } as const;

function SuggestingInput({ suggestions, ...input }: TextInputProps & { suggestions: string[] }) {
  const list = useId();
  return (
    <>
      <TextInput {...plainText} {...input} list={list} />
      <datalist id={list}>
        {[...new Set(suggestions)].toSorted().map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

const toIso = (local: string) => (local ? new Date(local).toISOString() : '');

/** Converts an ISO 8601 time to the value of a `datetime-local` field: local time, to the minute. */
function toLocal(iso: string): string {
  if (!iso) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
