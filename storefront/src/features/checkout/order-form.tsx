import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { isEmail } from '../../lib/email';
import { focusFirstProblem } from '../../lib/errors/focus-first-problem';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './checkout.module.css';
import { CountryField, useCountry } from './country-field';
import { orderErrorMessage, refusesEmail } from './order-error';
import { OrderTotalLine } from './order-total-line';
import { PaymentFailed } from './payment-failed';
import type { Order } from './use-order';

interface OrderFormProps {
  pattern: Pattern;
  busy: boolean;
  /** An error or a message key that does not belong to a single field. */
  problem: Error | string | null;
  /** The message key for a failed payment; it replaces the form. */
  failure: string | null;
  onTryAgain: () => void;
  /** Called on each click of the order button, even when the form is invalid. */
  onAttempt?: () => void;
  onOrder: (order: Order) => void;
  children?: ReactNode;
}

/** The order form. Its children are the card fields. Directly above the button it repeats pattern, price and seller. */
export function OrderForm(props: OrderFormProps) {
  const { pattern, busy, problem, failure, onTryAgain, onAttempt, onOrder, children } = props;
  const { t } = useTranslation();
  const { user } = useSession();
  const [email, setEmail] = useState(user?.email ?? '');
  const [chosenCountry, setChosenCountry] = useState<string | null>(null);
  const country = useCountry(chosenCountry);
  const [consent, setConsent] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const emailProblem = (submitted && checkEmail(email)) || (refusesEmail(problem) ? 'checkout:problem.email' : null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    onAttempt?.();
    focusFirstProblem();
    if (!checkEmail(email)) onOrder({ email: email.trim(), consent, country });
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
        {pattern.price > 0 && <CountryField value={country} onChange={setChosenCountry} />}
        {children}
        <Terms consent={consent} onConsent={setConsent} />
        <OrderTotalLine pattern={pattern} country={country} />
        <Button type="submit" size="xl" fullWidth loading={busy} className={styles.order}>
          {pattern.price === 0 ? t('checkout:orderFree') : t('checkout:order')}
        </Button>
        <OrderProblem problem={problem} />
      </form>
    </>
  );
}

/** The waiver of the right of withdrawal, and the links to the terms. */
function Terms({ consent, onConsent }: { consent: boolean; onConsent: (consent: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        className={styles.waiver}
        checked={consent}
        onChange={(event) => onConsent(event.currentTarget.checked)}
        label={t('checkout:waiver')}
        description={t('checkout:waiverHint')}
      />
      <p className="small muted">
        <Trans
          i18nKey="checkout:terms"
          components={{
            terms: <LocalLink to="/terms" target="_blank" />,
            privacy: <LocalLink to="/privacy" target="_blank" />,
            withdrawal: <LocalLink to="/widerruf" target="_blank" />,
          }}
        />
      </p>
    </>
  );
}

function OrderProblem({ problem }: Pick<OrderFormProps, 'problem'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusesEmail(problem)) focusFirstProblem();
    else if (problem) requestAnimationFrame(() => alert.current?.scrollIntoView({ block: 'center' }));
  }, [problem]);
  return (
    <div aria-live="assertive" ref={alert}>
      {problem && !refusesEmail(problem) && (
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
