import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/privacy';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';

/** What happened comes in words from the server, which knows every kind of event; who it was is said here. */
export function ActivityEntry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const more = moreAbout(t, entry);
  return (
    <li>
      <span>
        {entry.description}
        {more && `: ${more}`}
      </span>
      <span className="muted small figures">
        {formatMoment(entry.occurredAt, language)}, {t(`privacy:log.actor.${entry.actor}`)}
      </span>
    </li>
  );
}

/** Details are ids, which are not shown, and names of a few things, which are shown. */
function moreAbout(t: TFunction, { action, details }: AuditEntry): string {
  const say = (key: string, value: unknown) =>
    typeof value === 'string' ? t(`privacy:${key}.${value}`, { defaultValue: value }) : '';
  if (action.startsWith('privacy.consent-')) {
    return typeof details.type === 'string'
      ? t(`privacy:type.${details.type}.title`, { defaultValue: details.type })
      : '';
  }
  if (action !== 'accounts.role-changed') return '';
  const [from, to] = [say('log.role', details.from), say('log.role', details.to)];
  return from && to ? t('privacy:log.roleChange', { from, to }) : to;
}
