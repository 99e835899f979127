import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { newsletter } from '../../api/newsletter';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import styles from './newsletter-box.module.css';

/**
 * The newsletter form in the footer of every screen. It uses plain HTML elements, because components of Mantine would make
 * every screen load that library.
 */
export function NewsletterBox() {
  const { t } = useTranslation();
  const id = useId();
  const { field, problem, sent, submit } = useSubscription();
  return (
    <section className={styles.box} aria-labelledby={`${id}title`}>
      <div>
        <h2 id={`${id}title`} className={styles.title}>
          {t('common:footer.newsletter.title')}
        </h2>
        <p id={`${id}consent`} className="small">
          {t('common:footer.newsletter.consent')}{' '}
          <LocalLink to="/privacy">{t('common:footer.newsletter.privacy')}</LocalLink>
        </p>
      </div>
      <form noValidate onSubmit={submit}>
        <label htmlFor={`${id}email`}>{t('common:footer.newsletter.email')}</label>
        <div className={styles.row}>
          <input
            ref={field}
            id={`${id}email`}
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="email"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}problem` : `${id}consent`}
          />
          <button type="submit">{t('common:footer.newsletter.action')}</button>
        </div>
        <div className={styles.answer}>
          {problem && (
            <p id={`${id}problem`} role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          <output>{sent && t('common:footer.newsletter.sent')}</output>
        </div>
      </form>
    </section>
  );
}

function useSubscription() {
  const { t } = useTranslation();
  const language = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<unknown>();
  const [sent, setSent] = useState(false);
  const busy = useRef(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    if (!input || busy.current) return;
    setSent(false);
    setFailure(undefined);
    busy.current = true;
    const problem = input.validity.valid ? await subscribe(input.value, language) : 'address';
    busy.current = false;
    if (!problem) {
      input.value = '';
      setSent(true);
      return;
    }
    setFailure(problem);
    input.focus();
  };
  const message = failure === 'address' ? t('common:footer.newsletter.problem') : errorMessage(t, failure);
  return { field, problem: failure ? message : undefined, sent, submit };
}

/** @returns the error, `address` for an invalid address, or undefined after success */
async function subscribe(email: string, language: 'de' | 'en'): Promise<unknown> {
  try {
    await newsletter.subscribe(email.trim(), language);
    return undefined;
  } catch (error) {
    return error instanceof ApiError && error.code === 'VALIDATION_FAILED' ? 'address' : error;
  }
}
