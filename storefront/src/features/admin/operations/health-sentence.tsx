import { useTranslation } from 'react-i18next';
import type { Operations, PartState } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import styles from './health.module.css';
import { looks } from './status-colors';
import type { PartOfShop } from './operations-parts';
import { StateMark } from '../state-mark';

interface HealthSentenceProps {
  health: Operations;
  parts: PartOfShop[];
}

/** The whole in a sentence without figures, so that it is read out when a state changes and at no other time. */
export function HealthSentence({ health, parts }: HealthSentenceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const all = [...parts, ...health.queues.map(({ name, state }) => ({ name: t('operations:queue', { name }), state }))];
  const those = (wanted: PartState) =>
    new Intl.ListFormat(language).format(all.filter(({ state }) => state === wanted).map(({ name }) => name));
  const down = those('down');
  const warning = those('warning');
  return (
    <div className={styles.sentence} data-look={looks.part[health.state]}>
      <StateMark look={looks.part[health.state]} />
      <output>
        <span className={styles.whole}>{t(`operations:whole.${health.state}`)}</span>
        {down && <span>{t('operations:down', { parts: down })}</span>}
        {warning && <span>{t('operations:warning', { parts: warning })}</span>}
      </output>
    </div>
  );
}
