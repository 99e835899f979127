import { Button, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { isEmail } from '../../lib/email';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { useLanguage } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './checkout.module.css';
import { CountryField, useCountry } from './country-field';
import { offersLaterDelivery, Terms } from './terms';
import { orderErrorMessage, refusesCountry, refusesEmail } from './order-error';
import { OrderFacts } from './order-facts';
import { OrderTotalLine } from './order-total-line';
import { PaymentFailed } from './payment-failed';
import type { Order } from './use-order';

interface OrderFormProps {
  pattern: Pattern;
  busy: boolean;
  /** The error or message key of a failed order. A refused e-mail address is shown under the e-mail field. */
  problem: Error | string | null;
  /** The message key for a failed payment. The message replaces the form. */
  failure: string | null;
  onTryAgain: () => void;
  /** Called on each click of the order button, even when the form is invalid. */
  onAttempt?: () => void;
  onOrder: (order: Order) => void;
  children?: ReactNode;
}

/** The order form. Its children are the card fields. Above its button it repeats the pattern, the price and the seller. */
export function OrderForm(props: OrderFormProps) {
  const { pattern, busy, problem, failure, onTryAgain, onAttempt, onOrder, children } = props;
  const { t } = useTranslation();
  const { user } = useSession();
  const [email, setEmail] = useState(user?.email ?? '');
  const choice = useCountry();
  const { country } = choice;
  const isFree = pattern.price === 0;
  const asked = offersLaterDelivery(pattern);
  const [consent, setConsent] = useState<boolean | null>(asked ? null : false);
  const [submitted, setSubmitted] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const emailProblem = (submitted && checkEmail(email)) || (refusesEmail(problem) ? 'checkout:problem.email' : null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    onAttempt?.();
    focusFirstProblem();
    if (!checkEmail(email) && (isFree || country) && consent !== null)
      onOrder({ email: email.trim(), consent, country: isFree ? undefined : country!.country });
  };
  const tryAgain = () => {
    onTryAgain();
    requestAnimationFrame(() => emailField.current?.focus());
  };
  return (
    <>
      {failure && <PaymentFailed message={failure} onTryAgain={tryAgain} />}
      <form noValidate onSubmit={submit} className={styles.form} hidden={failure !== null}>
        <div className={styles.field}>
          <TextInput
            ref={emailField}
            type="email"
            autoComplete="email"
            inputMode="email"
            label={t('checkout:email')}
            description={t('checkout:emailHint')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={emailProblem && t(emailProblem)}
          />
        </div>
        {!isFree && <CountryField choice={choice} submitted={submitted} refused={refusesCountry(problem)} />}
        {children}
        <Terms consent={consent} onConsent={setConsent} asked={asked} submitted={submitted} />
        <OrderFacts pattern={pattern} />
        <OrderTotalLine pattern={pattern} country={country} />
        <Button type="submit" size="xl" fullWidth loading={busy} className={styles.order}>
          {isFree ? t('checkout:orderFree') : t('checkout:order')}
        </Button>
        <OrderProblem problem={problem} />
      </form>
    </>
  );
}

function OrderProblem({ problem }: Pick<OrderFormProps, 'problem'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusesEmail(problem) || refusesCountry(problem)) focusFirstProblem();
    else if (problem) requestAnimationFrame(() => alert.current?.scrollIntoView({ block: 'center' }));
  }, [problem]);
  return (
    <div aria-live="assertive" ref={alert}>
      {problem && !refusesEmail(problem) && !refusesCountry(problem) && (
        <FormProblem
          text={typeof problem === 'string' ? t(problem) : orderErrorMessage(t, problem, language)}
          error={problem}
        />
      )}
    </div>
  );
}

function checkEmail(email: string): string | null {
  if (!email.trim()) return 'checkout:problem.emailMissing';
  return isEmail(email) ? null : 'checkout:problem.email';
}
