import { useEffect, useState } from 'react';
import type { Pattern } from '../../api/types';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { CardFields } from './card-fields';
import { cardProblems, type CardValues } from './card-rules';
import { OrderForm } from './order-form';
import { confirmSandboxCard } from './sandbox-card';
import { useOrder } from './use-order';

interface SandboxOrderProps {
  pattern: Pattern;
  /** The message key for a payment that failed before this form was opened. */
  earlierProblem: string | null;
}

/** The order form of the sandbox, where the Stripe fake confirms the card. */
export function SandboxOrder({ pattern, earlierProblem }: SandboxOrderProps) {
  const { send, refusal, tryAgain, ...state } = useOrder(pattern, earlierProblem);
  const [card, setCard] = useState<CardValues>({ number: '', expiry: '', cvc: '' });
  const [submitted, setSubmitted] = useState(false);
  useEffect(() => {
    if (refusal?.field) focusFirstProblem();
  }, [refusal]);
  const problems = submitted ? cardProblems(card) : {};
  const refusedField = refusal?.field && !problems[refusal.field] ? { [refusal.field]: refusal.message } : {};
  const free = pattern.price === 0;
  return (
    <OrderForm
      pattern={pattern}
      {...state}
      onTryAgain={tryAgain}
      onAttempt={() => setSubmitted(true)}
      onOrder={(order) => {
        if (!free && Object.keys(cardProblems(card)).length > 0) return;
        void send(order, (payment, returnUrl) => confirmSandboxCard(payment, card, order.email, returnUrl));
      }}
    >
      {!free && <CardFields card={card} onChange={setCard} problems={{ ...problems, ...refusedField }} />}
    </OrderForm>
  );
}
