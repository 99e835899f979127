import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/texts/empty-state';

interface PaymentFailedProps {
  /** The key of the words for the reason. */
  words: string;
  onTryAgain: () => void;
}

/** In place of the form, which keeps what was typed: why nothing was paid, and the way back. */
export function PaymentFailed({ words, onTryAgain }: PaymentFailedProps) {
  const { t } = useTranslation();
  const title = 'checkout:refused.unsuccessful';
  const wayBack = useRef<HTMLButtonElement>(null);
  // The order button that was pressed is gone: the keyboard goes on from here.
  useEffect(() => wayBack.current?.focus(), []);
  return (
    <EmptyState
      drawing="thread"
      live
      title={t(title)}
      text={t(words === title ? 'checkout:refused.unsuccessfulText' : words)}
    >
      <Button ref={wayBack} onClick={onTryAgain}>
        {t('checkout:tryAgain')}
      </Button>
    </EmptyState>
  );
}
