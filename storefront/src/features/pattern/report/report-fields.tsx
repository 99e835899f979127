import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error';
import { type ReportForm, reasons } from '../../../api/reports';
import { errorMessage } from '../../../lib/errors/error-message';
import { useLanguage } from '../../../lib/language-path';
import { useSession } from '../../../lib/session';
import { Button } from '../../../ui/forms/button';
import { FormProblem } from '../../../ui/forms/form-problem';
import styles from './report-dialog.module.css';
import { findReportProblems, needsExplanation, type ReportDraft, type ReportField, toReportForm } from './report-draft';

const maxTextLength = 2000;
const emptyDraft: ReportDraft = { reason: undefined, text: '', name: '', email: '', goodFaith: false };

interface ReportFieldsProps {
  pending: boolean;
  error: Error | null;
  onSubmit: (form: ReportForm) => void;
}

/** The form of a report. Guests also enter their name and e-mail address, as the law requires (Art. 16 (2) DSA). */
export function ReportFields({ pending, error, onSubmit }: ReportFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isGuest = !useSession().isAuthenticated;
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(emptyDraft);
  const [checked, setChecked] = useState(false);
  const refused = error instanceof ApiError ? error.details.map(({ field }) => field) : [];
  const problems: string[] = checked ? [...findReportProblems(draft, isGuest), ...refused] : [];
  const change = (changes: Partial<ReportDraft>) => setDraft((current) => ({ ...current, ...changes }));
  const problem = (field: ReportField) => (problems.includes(field) ? t(`later:report.problem.${field}`) : undefined);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    const [first] = findReportProblems(draft, isGuest);
    if (!first && draft.reason) return onSubmit(toReportForm(draft, draft.reason, isGuest, language));
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const explained = needsExplanation(draft.reason, isGuest);
  return (
    <form ref={form} onSubmit={submit} className={styles.form} noValidate>
      <p className="muted">{t('later:report.text')}</p>
      <Reasons draft={draft} problem={problem('reason')} onChange={change} />
      <Field
        label={t(explained ? 'later:report.words' : 'later:report.wordsOptional')}
        hint={t('later:report.wordsHint')}
        problem={problem('text')}
      >
        {(field) => (
          <textarea
            {...field}
            name="text"
            rows={4}
            maxLength={maxTextLength}
            value={draft.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        )}
      </Field>
      {isGuest && <Guest draft={draft} problem={problem} onChange={change} />}
      {explained && <GoodFaith draft={draft} problem={problem('good_faith')} onChange={change} />}
      {error && refused.length === 0 && <FormProblem text={errorMessage(t, error, t('later:report.failed'))} />}
      <Button type="submit" loading={pending}>
        {t('later:report.send')}
      </Button>
    </form>
  );
}

interface PartProps {
  draft: ReportDraft;
  onChange: (changes: Partial<ReportDraft>) => void;
}

function Reasons({ draft, problem, onChange }: PartProps & { problem: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.reasons} aria-describedby={id}>
      <legend>{t('later:report.reason')}</legend>
      {reasons.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="reason"
            value={name}
            checked={draft.reason === name}
            onChange={() => onChange({ reason: name })}
          />
          {t(`later:report.reasons.${name}`)}
        </label>
      ))}
      <Problem id={id} text={problem} />
    </fieldset>
  );
}

function GoodFaith({ draft, problem, onChange }: PartProps & { problem: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.message}>
      <label className={styles.goodFaith}>
        <input
          type="checkbox"
          name="good_faith"
          aria-invalid={problem !== undefined}
          aria-describedby={id}
          checked={draft.goodFaith}
          onChange={(event) => onChange({ goodFaith: event.currentTarget.checked })}
        />
        {t('later:report.goodFaith')}
      </label>
      <Problem id={id} text={problem} />
    </div>
  );
}

type GuestProps = PartProps & { problem: (field: ReportField) => string | undefined };

function Guest({ draft, problem, onChange }: GuestProps) {
  const { t } = useTranslation();
  const anonymous = draft.reason === 'minors';
  const label = (field: 'name' | 'email') => {
    const text = t(`later:report.${field}`);
    return anonymous ? t('later:report.optional', { label: text }) : text;
  };
  return (
    <>
      {anonymous && <p className="muted">{t('later:report.anonymous')}</p>}
      <Field label={label('name')} problem={problem('name')}>
        {(field) => (
          <input
            {...field}
            name="name"
            autoComplete="name"
            maxLength={120}
            value={draft.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={label('email')} hint={t('later:report.emailHint')} problem={problem('email')}>
        {(field) => (
          <input
            {...field}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={draft.email}
            onChange={(event) => onChange({ email: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

interface FieldProps {
  label: string;
  hint?: string;
  problem: string | undefined;
  children: (field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode;
}

function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.message}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': `${id}-hint` })}
      <div id={`${id}-hint`}>
        {problem ? <Problem text={problem} /> : hint && <p className="muted small">{hint}</p>}
      </div>
    </div>
  );
}

function Problem({ id, text }: { id?: string; text: string | undefined }) {
  return (
    <p id={id} className={styles.problem} role="alert">
      {text}
    </p>
  );
}
