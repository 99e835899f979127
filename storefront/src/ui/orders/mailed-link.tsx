import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { errorMessage } from '../../lib/errors/error-message';
import { EmptyState } from '../texts/empty-state';
import { FormProblem } from '../forms/form-problem';
import styles from './mailed-link.module.css';

interface Step {
  title: string;
  text: ReactNode;
  /** A link or button for the next step. */
  next?: ReactNode;
}

interface MailedLinkProps<T> {
  /** The step before the click, with the text of the button. */
  ask: Step & { action: string };
  /** Runs when the user clicks the button. @param token the token in the link */
  work: (token: string) => Promise<T>;
  done: (result: T) => Step;
  /** By error code, the step to show when a second click would fail too. After other errors the button stays. */
  over: Record<string, Step> & { TOKEN_INVALID: Step };
}

/** A page that a link in a mail opens. Sends no request before a click, because mail scanners open every link. */
export function MailedLink<T>({ ask, work, done, over }: MailedLinkProps<T>) {
  const { t } = useTranslation();
  const param = useSearchParams()[0].get('token');
  const token = param && isToken(param) ? param : null;
  const task = useMutation({ mutationFn: work });
  const root = useFocusOnNewState(task.status);
  const result = task.isSuccess ? done(task.data) : token ? over[errorCode(task.error)] : over.TOKEN_INVALID;
  return (
    <div ref={root} tabIndex={-1} className={styles.root}>
      {result ? (
        <EmptyState
          drawing={task.isSuccess ? 'envelope' : 'thread'}
          heading="h1"
          live
          title={result.title}
          text={result.text}
        >
          {result.next}
        </EmptyState>
      ) : (
        <>
          <h1>{ask.title}</h1>
          <div className={styles.text}>{ask.text}</div>
          {task.isError && <FormProblem text={errorMessage(t, task.error)} />}
          <div className={styles.actions}>
            <Button size="lg" loading={task.isPending} onClick={() => token && task.mutate(token)}>
              {ask.action}
            </Button>
            {ask.next}
          </div>
        </>
      )}
    </div>
  );
}

/** A token has 256 bits in base64url. The check detects a truncated link without a request. */
const isToken = (text: string) => /^[\w-]{43}$/.test(text);

const errorCode = (error: Error | null) => (error instanceof ApiError ? error.code : '');

/** Focuses the result of the click, because the clicked button has disappeared. */
function useFocusOnNewState(status: string) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (status === 'success' || status === 'error') root.current?.focus();
  }, [status]);
  return root;
}
