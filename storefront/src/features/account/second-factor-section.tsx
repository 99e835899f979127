import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FactorSetUp, mySecondFactor, mySessions, secondFactor } from '../../api/security';
import type { components } from '../../api/schema';
import { formatDate } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { FactorForm } from './factor-form';
import { FactorQr } from './factor-qr';
import { RecoveryCodes } from './recovery-codes';
import styles from './security.module.css';

/**
 * The step whose form is open: `start` sets up the second factor, `renew` replaces the recovery codes, `remove` switches
 * the factor off. Null: no form is open.
 */
type Step = 'start' | 'renew' | 'remove' | null;

interface Proof {
  password: string;
  code: string;
}

interface SecondFactorSectionProps {
  state: components['schemas']['FactorState'];
  /**
   * Called before the focused form disappears, so that the parent can move the focus.
   * @param message the result of the step; undefined when the user cancels
   */
  onLeave: (message?: string) => void;
  /** Called when the user opens the form of a step. */
  onBegin: () => void;
}

/** Switches the second factor on or off, and replaces the recovery codes. */
export function SecondFactorSection({ state, onLeave, onBegin }: SecondFactorSectionProps) {
  const { t } = useTranslation();
  const { step, setStep, setUp, codes, confirm, submit, cancel, finish } = useSecondFactor(onLeave);
  if (codes) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (setUp) {
    return (
      <>
        <FactorQr setUp={setUp} />
        <FactorForm fields={['code']} action={t('account:factor.confirm')} onSubmit={confirm} onCancel={cancel} />
      </>
    );
  }
  return (
    <>
      <FactorState state={state} />
      {step ? (
        <StepForm key={step} step={step} onSubmit={submit[step]} onCancel={cancel} />
      ) : (
        <div className={styles.actions}>
          {(state.enabled ? (['renew', 'remove'] as const) : (['start'] as const)).map((name) => (
            <Button
              key={name}
              variant={name === 'start' ? 'filled' : 'outline'}
              onClick={() => {
                onBegin();
                setStep(name);
              }}
            >
              {t(`account:factor.${name}.open`)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** The open step, the data of the step, and the requests that complete the step. */
function useSecondFactor(onLeave: SecondFactorSectionProps['onLeave']) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>(null);
  const [setUp, setSetUp] = useState<FactorSetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const finishStep = async (newCodes: string[] | null) => {
    setCodes(newCodes);
    setSetUp(null);
    setStep(null);
    await Promise.all([mySecondFactor(), mySessions()].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
  };
  return {
    step,
    setStep,
    setUp,
    codes,
    confirm: async ({ code }: Proof) => finishStep((await secondFactor.confirm(code)).recovery_codes),
    submit: {
      start: async ({ password }: Proof) => setSetUp(await secondFactor.setUp(password)),
      renew: async ({ password, code }: Proof) =>
        finishStep((await secondFactor.renewCodes(password, code)).recovery_codes),
      remove: async ({ password, code }: Proof) => {
        await secondFactor.remove(password, code);
        onLeave(t('account:factor.remove.done'));
        await finishStep(null);
      },
    },
    cancel: () => {
      onLeave();
      setStep(null);
      setSetUp(null);
    },
    finish: () => {
      onLeave(t('account:factor.codes.kept'));
      setCodes(null);
    },
  };
}

function FactorState({ state }: Pick<SecondFactorSectionProps, 'state'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { enabled, enabled_at: since, recovery_codes_left: codesLeft, required } = state;
  if (!enabled) {
    return (
      <>
        {required && <p className={styles.needed}>{t('account:factor.required')}</p>}
        <p className="muted">{t('account:factor.intro')}</p>
      </>
    );
  }
  return (
    <p>
      <span className={styles.on}>{t('account:factor.on', { date: since && formatDate(since, language) })}</span>{' '}
      {t('account:factor.left', { count: codesLeft })}
    </p>
  );
}

interface StepFormProps {
  step: NonNullable<Step>;
  onSubmit: (proof: Proof) => Promise<unknown>;
  onCancel: () => void;
}

function StepForm({ step, onSubmit, onCancel }: StepFormProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <FactorForm
      email={user?.email}
      title={t(`account:factor.${step}.title`)}
      text={t(`account:factor.${step}.text`)}
      fields={step === 'start' ? ['password'] : ['password', 'code']}
      action={t(`account:factor.${step}.action`)}
      onSubmit={onSubmit}
      onCancel={onCancel}
    />
  );
}
