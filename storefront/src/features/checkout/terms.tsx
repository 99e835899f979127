import { Checkbox, Radio } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { shopConfig } from '../../api/config';
import { servedCountries } from '../../api/purchases';
import type { Pattern } from '../../api/types';
import { formatLegalDate } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import styles from './checkout.module.css';

interface TermsProps {
  /** Null until the buyer has chosen when to get the files. */
  consent: boolean | null;
  onConsent: (consent: boolean) => void;
  /** Whether the buyer chooses when to get the files. */
  asked: boolean;
  submitted: boolean;
}

/** Whether the shop delivers an order without the waiver later. A free pattern has no right of withdrawal. */
export const offersLaterDelivery = ({ price }: Pick<Pattern, 'price'>) =>
  price > 0 && shopConfig().deliveryWithoutWaiver === 'after-14-days';

/** The waiver of the right of withdrawal, and the links to the terms. */
export function Terms({ consent, onConsent, asked, submitted }: TermsProps) {
  const { t } = useTranslation();
  return (
    <>
      {asked ? (
        <DeliveryChoice consent={consent} onConsent={onConsent} problem={submitted && consent === null} />
      ) : (
        <Checkbox
          className={styles.waiver}
          checked={consent ?? false}
          onChange={(event) => onConsent(event.currentTarget.checked)}
          label={t('checkout:waiver')}
          description={t('checkout:waiverHint')}
        />
      )}
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

/** The two choices: the files now, with the waiver, or after the withdrawal period. None is preselected. */
function DeliveryChoice({
  consent,
  onConsent,
  problem,
}: Pick<TermsProps, 'consent' | 'onConsent'> & { problem: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(servedCountries(language));
  if (!data?.plannedDelivery) return null;
  const day = formatLegalDate(data.plannedDelivery, language);
  return (
    <Radio.Group
      className={styles.when}
      label={t('checkout:when.legend')}
      value={consent === null ? '' : consent ? 'now' : 'later'}
      onChange={(value) => onConsent(value === 'now')}
      error={problem && t('checkout:when.missing')}
    >
      <Radio
        value="now"
        className={styles.waiver}
        label={t('checkout:when.now')}
        description={t('checkout:waiver')}
        aria-invalid={problem || undefined}
      />
      <Radio
        value="later"
        className={styles.waiver}
        label={t('checkout:when.later', { day })}
        description={t('checkout:when.laterHint')}
        aria-invalid={problem || undefined}
      />
    </Radio.Group>
  );
}
