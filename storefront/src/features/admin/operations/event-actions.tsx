import { useTranslation } from 'react-i18next';
import type { EventAction } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { useSession } from '../../../lib/session';
import styles from './operations.module.css';
import { formatExactly } from './operations-times';

/** The replays and discards of the jobs of an event, the newest first. */
export function EventActions({ actions }: { actions: EventAction[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { user } = useSession();
  const actor = ({ by, actorId }: EventAction) => {
    if (by === 'operator') return t('operations:deed.operator');
    return actorId === user?.id ? t('operations:deed.you') : t('operations:deed.admin', { id: actorId ?? '?' });
  };
  return (
    <>
      <h3>{t('operations:deed.title')}</h3>
      {actions.length === 0 && <p className="muted">{t('operations:deed.none')}</p>}
      <ul className={`${styles.history} figures`}>
        {actions.map((action) => (
          <li key={action.at + action.job + action.deed}>
            <span className="muted small">{formatExactly(action.at, language)}</span> <code>{action.job}</code>{' '}
            {t(`operations:deed.${action.deed}`)}, {actor(action)}
            {action.reason && (
              <span className={styles.reason}>{t('operations:deed.reason', { reason: action.reason })}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
