import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client';
import { shopConfig } from '../../api/config';
import type { Pattern } from '../../api/types';
import { formatPrice } from '../../lib/format';
import { focusFirstProblem } from '../../lib/focus-first-problem';
import { LocalLink } from '../../lib/language-path';
import { problemWords } from '../../lib/problem-words';
import { useSession } from '../../lib/session';
import { FormProblem } from '../../ui/form-problem';
import styles from './checkout.module.css';
import type { Order } from './use-order';

interface OrderFrameProps {
  pattern: Pattern;
  busy: boolean;
  /** A problem that belongs to no single field. */
  problem: Error | string | null;
  /** Every press of the button, also one that finds a problem. */
  onAttempt?: () => void;
  onOrder: (order: Order) => void;
  children?: ReactNode;
}

/** E-mail, card, waiver, and directly above the button what is bought, for how much, and from whom. */
export function OrderFrame({ pattern, busy, problem, onAttempt, onOrder, children }: OrderFrameProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [email, setEmail] = useState(user?.email ?? '');
  const [consent, setConsent] = useState(false);
  const [asked, setAsked] = useState(false);
  const problemPlace = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) requestAnimationFrame(() => problemPlace.current?.scrollIntoView({ block: 'center' }));
  }, [problem]);
  const emailProblem = asked ? checkEmail(email) : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    onAttempt?.();
    focusFirstProblem();
    if (checkEmail(email)) return;
    onOrder({ email: email.trim(), consent });
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <div className={styles.field}>
        <TextInput
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
      <FinalLine pattern={pattern} />
      <Button type="submit" size="xl" fullWidth loading={busy} className={styles.order}>
        {pattern.price === 0 ? t('checkout:orderFree') : t('checkout:order')}
      </Button>
      <div aria-live="assertive" ref={problemPlace}>
        {problem && <FormProblem text={typeof problem === 'string' ? t(problem) : orderProblem(t, problem)} />}
      </div>
    </form>
  );
}

function FinalLine({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const { name, address } = shopConfig().seller;
  const seller = [name, address].filter(Boolean).join(', ');
  return (
    <dl className={styles.final}>
      <div>
        <dt>{t('checkout:final.what', { title: pattern.title })}</dt>
        <dd className="figures">
          <strong>{pattern.price === 0 ? t('pattern:free') : formatPrice(pattern.price, pattern.currency)}</strong>{' '}
          <small>{t('pattern:vat')}</small>
        </dd>
      </div>
      <div>
        <dt>{t('checkout:final.seller')}</dt>
        <dd>{seller || pattern.designer_name}</dd>
      </div>
    </dl>
  );
}

function checkEmail(email: string): string | null {
  if (!email.trim()) return 'checkout:problem.emailMissing';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : 'checkout:problem.email';
}

function orderProblem(t: ReturnType<typeof useTranslation>['t'], problem: Error): string {
  return problem instanceof ApiError
    ? problemWords(t, problem, t('checkout:refused.failed'))
    : t('checkout:refused.unknown');
}
