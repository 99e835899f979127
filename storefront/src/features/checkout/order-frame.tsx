import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { focusFirstProblem } from '../../lib/focus-first-problem';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './checkout.module.css';
import { CountryField, useCountry } from './country-field';
import { FinalLine } from './final-line';
import { orderProblem, refusesEmail } from './order-problem';
import { PaymentFailed } from './payment-failed';
import type { Order } from './use-order';

interface OrderFrameProps {
  pattern: Pattern;
  busy: boolean;
  /** A problem that belongs to no single field. */
  problem: Error | string | null;
  /** The key of the words for a payment that was not successful; it takes the place of the form. */
  failure: string | null;
  onTryAgain: () => void;
  /** Every press of the button, also one that finds a problem. */
  onAttempt?: () => void;
  onOrder: (order: Order) => void;
  children?: ReactNode;
}

/** E-mail, card, waiver, and directly above the button what is bought, for how much, and from whom. */
export function OrderFrame(props: OrderFrameProps) {
  const { pattern, busy, problem, failure, onTryAgain, onAttempt, onOrder, children } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { user } = useSession();
  const [email, setEmail] = useState(user?.email ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const country = useCountry(chosen);
  const [consent, setConsent] = useState(false);
  const [asked, setAsked] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const problemPlace = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusesEmail(problem)) focusFirstProblem();
    else if (problem) requestAnimationFrame(() => problemPlace.current?.scrollIntoView({ block: 'center' }));
  }, [problem]);
  const refused = refusesEmail(problem) ? 'checkout:problem.email' : null;
  const emailProblem = (asked && checkEmail(email)) || refused;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    onAttempt?.();
    focusFirstProblem();
    if (checkEmail(email)) return;
    onOrder({ email: email.trim(), consent, country });
  };
  const tryAgain = () => {
    onTryAgain();
    requestAnimationFrame(() => emailField.current?.focus());
  };
  return (
    <>
      {failure && <PaymentFailed words={failure} onTryAgain={tryAgain} />}
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
        {pattern.price > 0 && <CountryField value={country} onChange={setChosen} />}
        {children}
        <Checkbox
          className={styles.waiver}
          checked={consent}
          onChange={(event) => setConsent(event.currentTarget.checked)}
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
        <FinalLine pattern={pattern} country={country} />
        <Button type="submit" size="xl" fullWidth loading={busy} className={styles.order}>
          {pattern.price === 0 ? t('checkout:orderFree') : t('checkout:order')}
        </Button>
        <div aria-live="assertive" ref={problemPlace}>
          {problem && !refused && (
            <FormProblem
              text={typeof problem === 'string' ? t(problem) : orderProblem(t, problem, language)}
              error={problem}
            />
          )}
        </div>
      </form>
    </>
  );
}

function checkEmail(email: string): string | null {
  if (!email.trim()) return 'checkout:problem.emailMissing';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : 'checkout:problem.email';
}
