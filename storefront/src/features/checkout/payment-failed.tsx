import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/texts/empty-state';

interface PaymentFailedProps {
  /** The message key for the reason. */
  message: string;
  onTryAgain: () => void;
}

/** Shown in place of the form after a failed payment. The form is only hidden, so that it keeps its input. */
export function PaymentFailed({ message, onTryAgain }: PaymentFailedProps) {
  const { t } = useTranslation();
  const title = 'checkout:refused.unsuccessful';
  const retry = useRef<HTMLButtonElement>(null);
  // The clicked order button is hidden, so this button takes the focus.
  useEffect(() => retry.current?.focus(), []);
  return (
    <EmptyState
      drawing="thread"
      live
      title={t(title)}
      text={t(message === title ? 'checkout:refused.unsuccessfulText' : message)}
    >
      <Button ref={retry} onClick={onTryAgain}>
        {t('checkout:tryAgain')}
      </Button>
    </EmptyState>
  );
}
