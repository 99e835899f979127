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

type Doing = 'start' | 'renew' | 'remove' | null;

interface SecondFactorSectionProps {
  state: components['schemas']['FactorState'];
  /** A form is about to go, and the focus with it: takes the focus, and says what was done. */
  onLeave: (done?: string) => void;
  /** A step begins: what was done before is no longer said. */
  onBegin: () => void;
}

/** Switches the second factor on and off, step by step. */
export function SecondFactorSection({ state, onLeave, onBegin }: SecondFactorSectionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { user } = useSession();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>(null);
  const [setUp, setSetUp] = useState<FactorSetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const settle = async (fresh: string[] | null = null) => {
    setCodes(fresh);
    setSetUp(null);
    setDoing(null);
    await Promise.all([mySecondFactor(), mySessions()].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
  };
  const begin = (what: Doing) => {
    onBegin();
    setDoing(what);
  };
  const cancel = () => {
    onLeave();
    setDoing(null);
    setSetUp(null);
  };
  const codesKept = () => {
    onLeave(t('account:factor.codes.kept'));
    setCodes(null);
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={codesKept} />;
  if (setUp) {
    return (
      <>
        <FactorQr setUp={setUp} />
        <FactorForm
          fields={['code']}
          action={t('account:factor.confirm')}
          onSubmit={async ({ code }) => settle((await secondFactor.confirm(code)).recovery_codes)}
          onCancel={cancel}
        />
      </>
    );
  }
  const { enabled, enabled_at: since, recovery_codes_left: left, required } = state;
  const prove = {
    start: async ({ password }: { password: string }) => setSetUp(await secondFactor.setUp(password)),
    renew: async (proof: Proof) => settle((await secondFactor.renewCodes(proof.password, proof.code)).recovery_codes),
    remove: async ({ password, code }: Proof) => {
      await secondFactor.remove(password, code);
      onLeave(t('account:factor.remove.done'));
      await settle();
    },
  };
  return (
    <>
      {required && !enabled && <p className={styles.needed}>{t('account:factor.required')}</p>}
      {enabled ? (
        <p>
          <span className={styles.on}>{t('account:factor.on', { date: since && formatDate(since, language) })}</span>{' '}
          {t('account:factor.left', { count: left })}
        </p>
      ) : (
        <p className="muted">{t('account:factor.intro')}</p>
      )}
      {doing && (
        <FactorForm
          key={doing}
          email={user?.email}
          title={t(`account:factor.${doing}.title`)}
          text={t(`account:factor.${doing}.text`)}
          fields={doing === 'start' ? ['password'] : ['password', 'code']}
          action={t(`account:factor.${doing}.action`)}
          onSubmit={prove[doing]}
          onCancel={cancel}
        />
      )}
      {!doing && (
        <div className={styles.actions}>
          {(enabled ? (['renew', 'remove'] as const) : (['start'] as const)).map((what) => (
            <Button key={what} variant={what === 'start' ? 'filled' : 'outline'} onClick={() => begin(what)}>
              {t(`account:factor.${what}.open`)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface Proof {
  password: string;
  code: string;
}
