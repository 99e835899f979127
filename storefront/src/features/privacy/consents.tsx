import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Consent, myConsents } from '../../api/privacy';
import { ConsentHistory } from './consent-history';
import { ConsentItem } from './consent-item';
import styles from './privacy.module.css';
import { Section } from './section';

/** The panel hides a consent that the shop does not use, unless the user has given it (through the API). */
const isShown = ({ used, grantedAt }: Consent) => used || grantedAt !== null;

export function Consents() {
  const { t } = useTranslation();
  const query = useQuery(myConsents());
  return (
    <Section title={t('privacy:consents.title')} text={t('privacy:consents.text')} query={query} height={300}>
      {({ consents, history }) => (
        <>
          <ul className={styles.items}>
            {consents.filter(isShown).map((consent) => (
              <ConsentItem key={consent.type} consent={consent} />
            ))}
          </ul>
          {history.length > 0 && <ConsentHistory history={history} />}
        </>
      )}
    </Section>
  );
}
