import { useTranslation } from 'react-i18next';
import type { Operations, PartState } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import styles from './health.module.css';
import { statusColors } from './status-colors';
import type { ShopPart } from './operations-parts';
import { StateTag } from '../state-tag';

interface HealthSentenceProps {
  health: Operations;
  parts: ShopPart[];
}

/** The state of the shop as a sentence. It contains no figures, because screen readers would announce every new figure. */
export function HealthSentence({ health, parts }: HealthSentenceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const all = [...parts, ...health.queues.map(({ name, state }) => ({ name: t('operations:queue', { name }), state }))];
  const namesIn = (wanted: PartState) =>
    new Intl.ListFormat(language).format(all.filter(({ state }) => state === wanted).map(({ name }) => name));
  const down = namesIn('down');
  const warning = namesIn('warning');
  return (
    <div className={styles.sentence} data-color={statusColors.part[health.state]}>
      <StateTag color={statusColors.part[health.state]} />
      <output>
        <span className={styles.whole}>{t(`operations:whole.${health.state}`)}</span>
        {down && <span>{t('operations:down', { parts: down })}</span>}
        {warning && <span>{t('operations:warning', { parts: warning })}</span>}
      </output>
    </div>
  );
}
