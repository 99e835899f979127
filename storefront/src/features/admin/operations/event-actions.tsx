import { useTranslation } from 'react-i18next';
import type { EventAction } from '../../../api/operations';
import { useLanguage } from '../../../lib/language-path';
import { useSession } from '../../../lib/session';
import own from './operations.module.css';
import { formatExactly } from './operations-times';

/** What people have done to the jobs of an event, the newest first. */
export function EventDeeds({ deeds }: { deeds: EventAction[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { user } = useSession();
  const who = ({ by, actorId }: EventAction) => {
    if (by === 'operator') return t('operations:deed.operator');
    return actorId === user?.id ? t('operations:deed.you') : t('operations:deed.admin', { id: actorId ?? '?' });
  };
  return (
    <>
      <h3>{t('operations:deed.title')}</h3>
      {deeds.length === 0 && <p className="muted">{t('operations:deed.none')}</p>}
      <ul className={`${own.deeds} figures`}>
        {deeds.map((deed) => (
          <li key={deed.at + deed.job + deed.deed}>
            <span className="muted small">{formatExactly(deed.at, language)}</span> <code>{deed.job}</code>{' '}
            {t(`operations:deed.${deed.deed}`)}, {who(deed)}
            {deed.reason && <span className={own.reason}>{t('operations:deed.reason', { reason: deed.reason })}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
