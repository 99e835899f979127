import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/privacy';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';

/** One audit entry. The server writes the description, because only the server knows all actions. */
export function ActivityEntry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const details = shownDetails(t, entry);
  return (
    <li>
      <span>
        {entry.description}
        {details && `: ${details}`}
      </span>
      <span className="muted small figures">
        {formatMoment(entry.occurredAt, language)}, {t(`privacy:log.actor.${entry.actor}`)}
      </span>
    </li>
  );
}

/** The details that the entry shows: the type of a consent, or the change of a role. All other details are ids. */
function shownDetails(t: TFunction, { action, details }: AuditEntry): string {
  const label = (key: string, value: unknown) =>
    typeof value === 'string' ? t(`privacy:${key}.${value}`, { defaultValue: value }) : '';
  if (action.startsWith('privacy.consent-')) {
    return typeof details.type === 'string'
      ? t(`privacy:type.${details.type}.title`, { defaultValue: details.type })
      : '';
  }
  if (action !== 'accounts.role-changed') return '';
  const [from, to] = [label('log.role', details.from), label('log.role', details.to)];
  return from && to ? t('privacy:log.roleChange', { from, to }) : to;
}
