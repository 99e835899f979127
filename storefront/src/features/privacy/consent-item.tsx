import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Consent, type ConsentType, myConsents, privacy } from '../../api/privacy';
import { formatDate } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import styles from './privacy.module.css';

interface ConsentItemProps {
  consent: Consent;
}

/** One consent. The same button gives and withdraws it, because both actions must be equally easy (Art. 7 GDPR). */
export function ConsentItem({ consent }: ConsentItemProps) {
  const { t } = useTranslation();
  const id = useId();
  const { type, granted, used } = consent;
  const decision = useDecision(type);
  /** Ignores a second click on the same decision while its request is pending. */
  const decide = (give: boolean) => {
    if (!decision.isPending || decision.variables?.give !== give) decision.mutate({ give });
  };
  return (
    <li className={styles.item}>
      <div>
        <h3 id={`${id}title`}>{t(`privacy:type.${type}.title`)}</h3>
        <p>{used ? t(`privacy:type.${type}.text`) : t('privacy:consents.unused')}</p>
        <output className={styles.status} data-granted={granted || undefined}>
          <ConsentStatus consent={consent} />
        </output>
        {decision.isError && (
          <p role="alert" className={styles.problem}>
            {errorMessage(t, decision.error, t('privacy:consents.failed'))}
          </p>
        )}
      </div>
      {(used || granted) && (
        <Button
          id={`${id}button`}
          variant="outline"
          aria-labelledby={`${id}button ${id}title`}
          onClick={() => decide(!granted)}
        >
          {granted ? t('privacy:consents.withdraw') : t('privacy:consents.give')}
        </Button>
      )}
    </li>
  );
}

const mutationKey = ['mine', 'consents'];

interface Decision {
  give: boolean;
}

/** Sends the decisions one after the other, so that the last decision counts. */
function useDecision(type: ConsentType) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey,
    scope: { id: 'consents' },
    mutationFn: ({ give }: Decision) => (give ? privacy.giveConsent(type) : privacy.withdrawConsent(type)),
    onSuccess: async (consents, decision) => {
      // If the user has signed out meanwhile, the response must not change the data of the next user.
      const decisions = queries.getMutationCache().findAll({ mutationKey });
      if (!decisions.some(({ state }) => state.variables === decision)) return;
      // The response of an earlier read would overwrite this decision.
      await queries.cancelQueries({ queryKey: myConsents().queryKey });
      queries.setQueryData(myConsents().queryKey, consents);
      void queries.invalidateQueries({ queryKey: ['mine', 'audit'] });
    },
  });
}

function ConsentStatus({ consent: { granted, grantedAt, withdrawnAt } }: Pick<ConsentItemProps, 'consent'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (granted && grantedAt) return t('privacy:consents.since', { date: formatDate(grantedAt, language) });
  if (withdrawnAt) return t('privacy:consents.withdrawn', { date: formatDate(withdrawnAt, language) });
  return t('privacy:consents.never');
}
