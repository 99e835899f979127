import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ConsentType, myConsents, privacy } from '../../api/privacy';
import { problemWords } from '../../lib/problem-words';
import { ConsentHistory } from './consent-history';
import { ConsentItem } from './consent-item';
import styles from './privacy.module.css';
import { Section } from './section';

export function Consents() {
  const { t } = useTranslation();
  const query = useQuery(myConsents());
  const decision = useDecision();
  const failed = decision.isError ? decision.variables.type : null;
  return (
    <Section title={t('privacy:consents.title')} text={t('privacy:consents.text')} query={query} height={300}>
      {({ consents, history }) => (
        <>
          <ul className={styles.items}>
            {consents.map((consent) => (
              <ConsentItem
                key={consent.type}
                consent={consent}
                problem={failed === consent.type && problemWords(t, decision.error, t('privacy:consents.failed'))}
                onDecide={(given) => !decision.isPending && decision.mutate({ type: consent.type, given })}
              />
            ))}
          </ul>
          {history.length > 0 && <ConsentHistory history={history} />}
        </>
      )}
    </Section>
  );
}

function useDecision() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ type, given }: { type: ConsentType; given: boolean }) =>
      given ? privacy.giveConsent(type) : privacy.withdrawConsent(type),
    onSuccess: (consents) => {
      queries.setQueryData(myConsents().queryKey, consents);
      return queries.invalidateQueries({ queryKey: ['mine', 'audit'] });
    },
  });
}
