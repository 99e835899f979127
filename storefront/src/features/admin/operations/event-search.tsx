import { NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EventView, eventStates } from '../../../api/operations';
import { focusFirstProblem } from '../../../lib/focus-first-problem';
import { Button } from '../../../ui/forms/button';
import { isId } from '../is-id';
import own from './operations.module.css';
import { type EventChoice, noChoice } from './use-operations-view';

interface EventSearchProps {
  choice: EventChoice;
  /** Their types and jobs are suggested. */
  seen: EventView[];
  onChoose: (choice: EventChoice) => void;
}

const fields = Object.keys(noChoice) as (keyof EventChoice)[];

/** Asks which events shall be shown; searches when it is sent off. */
export function EventSearch({ choice, seen, onChoose }: EventSearchProps) {
  const { t } = useTranslation();
  const lists = useId();
  const [draft, setDraft] = useState(choice);
  const [searched, setSearched] = useState(choice);
  // The way back of the browser leads to another search.
  if (fields.some((name) => searched[name] !== choice[name])) {
    setSearched(choice);
    setDraft(choice);
  }
  const [asked, setAsked] = useState(false);
  const { state, type, job, subject, since, until } = draft;
  const badSubject = asked && subject !== '' && !isId(subject);
  const badUntil = asked && isTurned(draft);
  const set = (name: keyof EventChoice) => (event: { currentTarget: { value: string } }) =>
    setDraft({ ...draft, [name]: event.currentTarget.value });
  const setMoment = (name: 'since' | 'until') => (event: { currentTarget: { value: string } }) =>
    setDraft({ ...draft, [name]: isoOf(event.currentTarget.value) });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    focusFirstProblem();
    if ((subject && !isId(subject)) || isTurned(draft)) return;
    onChoose({ ...draft, type: type.trim(), job: job.trim(), subject: subject.trim().toLowerCase() });
  };
  const states = eventStates.map((value) => ({ value, label: t(`operations:events.state.${value}`) }));
  return (
    <search>
      <form noValidate onSubmit={submit} className={own.search}>
        <TextInput
          className={own.wide}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          label={t('operations:search.subject')}
          description={t('operations:search.subjectHint')}
          value={subject}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={set('subject')}
          error={badSubject && t('operations:search.subjectProblem')}
        />
        <NativeSelect
          label={t('operations:search.state')}
          value={state}
          onChange={set('state')}
          data={[{ value: '', label: t('operations:search.allStates') }, ...states]}
        />
        <TextInput
          label={t('operations:search.job')}
          list={`${lists}-jobs`}
          value={job}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={set('job')}
        />
        <Suggestions
          id={`${lists}-jobs`}
          names={seen.flatMap(({ deliveries }) => deliveries.map((delivery) => delivery.job))}
        />
        <TextInput
          label={t('operations:search.type')}
          list={`${lists}-types`}
          value={type}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={set('type')}
        />
        <Suggestions id={`${lists}-types`} names={seen.map((event) => event.type)} />
        <TextInput
          type="datetime-local"
          label={t('operations:search.since')}
          value={localOf(since)}
          onChange={setMoment('since')}
        />
        <TextInput
          type="datetime-local"
          label={t('operations:search.until')}
          value={localOf(until)}
          onChange={setMoment('until')}
          error={badUntil && t('operations:search.untilProblem')}
        />
        <div className={own.buttons}>
          <Button type="submit">{t('operations:search.action')}</Button>
          <Button
            variant="outline"
            onClick={() => {
              setDraft(noChoice);
              onChoose(noChoice);
            }}
          >
            {t('operations:search.reset')}
          </Button>
        </div>
      </form>
    </search>
  );
}

function Suggestions({ id, names }: { id: string; names: string[] }) {
  return (
    <datalist id={id}>
      {[...new Set(names)].toSorted().map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </datalist>
  );
}

const isTurned = ({ since, until }: EventChoice) =>
  since !== '' && until !== '' && Date.parse(since) >= Date.parse(until);

const isoOf = (local: string) => (local ? new Date(local).toISOString() : '');

/** The moment as the field writes it, in the reader's own time zone, to the minute. */
function localOf(iso: string): string {
  if (!iso) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
