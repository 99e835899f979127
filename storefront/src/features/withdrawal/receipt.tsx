import { Trans, useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { WithdrawalReceipt } from '../../api/withdrawal';
import { formatLegalMoment } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { useFocusOnShow } from '../../lib/hooks/use-focus-on-show';
import { Statement } from './statement';
import styles from './withdrawal.module.css';

interface ReceiptProps {
  received: WithdrawalReceipt;
  signedIn: boolean;
}

/** The recorded declaration and the next steps. The mailed receipt has the same content. */
export function Receipt({ received, signedIn }: ReceiptProps) {
  const { t } = useTranslation();
  const heading = useFocusOnShow<HTMLHeadingElement>();
  const moment = formatLegalMoment(received.receivedAt, useLanguage());
  const { supportEmail } = shopConfig();
  return (
    <div className={styles.done}>
      <h1 tabIndex={-1} ref={heading}>
        {t('withdrawal:done.title')}
      </h1>
      <p className={styles.lead}>
        {t(received.receiptMailed ? 'withdrawal:done.text' : 'withdrawal:done.unmailed', { email: received.email })}
      </p>
      <Statement text={received.text} contract={received.orderNumber} name={received.name} email={received.email}>
        <div>
          <dt>{t('withdrawal:fact.receivedAt')}</dt>
          <dd className="figures">{moment}</dd>
        </div>
        <div>
          <dt>{t('withdrawal:fact.reference')}</dt>
          <dd className="figures">{received.reference}</dd>
        </div>
      </Statement>
      <section aria-labelledby="next">
        <h2 id="next">{t('withdrawal:done.next')}</h2>
        <ul>
          <li>{t('withdrawal:done.refund')}</li>
          <li>{t('withdrawal:done.person')}</li>
          <li>{t('withdrawal:done.access')}</li>
        </ul>
      </section>
      {supportEmail && (
        <p className="muted">
          <Trans
            i18nKey="withdrawal:done.help"
            values={{ email: supportEmail, reference: received.reference }}
            components={{ mail: <a href={`mailto:${supportEmail}`}>{supportEmail}</a> }}
          />
        </p>
      )}
      {signedIn && (
        <p>
          <LocalLink to="/downloads">{t('withdrawal:done.library')}</LocalLink>
        </p>
      )}
    </div>
  );
}
