import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ownAccount } from '../api/calls';
import { sendErrorMessage } from '../lib/errors/account-problems';
import styles from './layout.module.css';

/** Asks a signed-in user to verify the e-mail address, and can send the mail again. */
export default function UnverifiedNotice({ email }: { email: string }) {
  const { t } = useTranslation();
  const resend = useMutation({ mutationFn: ownAccount.resendVerification });
  return (
    <output className={styles.notice}>
      {resend.isSuccess && t('later:unverified.sent', { email })}
      {resend.isError && sendErrorMessage(t, resend.error)}
      {resend.isIdle && t('later:unverified.text')}
      {!resend.isSuccess && (
        <button type="button" className="link-button" disabled={resend.isPending} onClick={() => resend.mutate()}>
          {t('later:unverified.resend')}
        </button>
      )}
    </output>
  );
}
