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
  /** What to do next. */
  next?: ReactNode;
}

interface MailedLinkProps<T> {
  ask: Step & { action: string };
  /** The request of the button; the token comes from the link. */
  work: (token: string) => Promise<T>;
  done: (result: T) => Step;
  /** Permanent refusals by error code. */
  over: Record<string, Step> & { TOKEN_INVALID: Step };
}

/**
 * The target of a link in a mail. It sends nothing before a click, because mail scanners open every link.
 */
export function MailedLink<T>({ ask, work, done, over }: MailedLinkProps<T>) {
  const { t } = useTranslation();
  const given = useSearchParams()[0].get('token');
  const token = given && isToken(given) ? given : null;
  const task = useMutation({ mutationFn: work });
  const place = useFocusOnNewState(task.status);
  const after = task.isSuccess ? done(task.data) : token ? over[errorCode(task.error)] : over.TOKEN_INVALID;
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {after ? (
        <EmptyState
          drawing={task.isSuccess ? 'envelope' : 'thread'}
          heading="h1"
          live
          title={after.title}
          text={after.text}
        >
          {after.next}
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

/** 256 bits in base64url. Detects a truncated link without a request. */
const isToken = (text: string) => /^[\w-]{43}$/.test(text);

const errorCode = (error: Error | null) => (error instanceof ApiError ? error.code : '');

/** Focuses the result, because the clicked button is gone. */
function useFocusOnNewState(status: string) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (status === 'success' || status === 'error') place.current?.focus();
  }, [status]);
  return place;
}
