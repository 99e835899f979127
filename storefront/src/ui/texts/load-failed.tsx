import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../lib/errors/error-message';
import { Button } from '../forms/button';
import { EmptyState } from './empty-state';

interface LoadFailedProps {
  title: string;
  /** The default is the message for the error. */
  text?: string;
  error: unknown;
  heading?: 'h1' | 'h2' | 'h3';
  onRetry: () => void;
}

/** Replaces content that failed to load. The button requests the content again. */
export function LoadFailed({ title, text, error, heading, onRetry }: LoadFailedProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing="thread"
      heading={heading}
      live
      title={title}
      text={text ?? errorMessage(t, error)}
      error={error}
    >
      <Button onClick={onRetry}>{t('common:tryAgain')}</Button>
    </EmptyState>
  );
}
