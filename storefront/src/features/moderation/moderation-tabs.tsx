import { useTranslation } from 'react-i18next';
import { LinkTabs } from '../../ui/texts/link-tabs';

export const moderationTabs = ['open', 'resolved', 'log'] as const;
export type ModerationTab = (typeof moderationTabs)[number];

/** @returns the query of a tab's URL; `open` is the first tab and has no name in the URL */
export function tabPath(tab: ModerationTab, page = 1, filters: Record<string, string> = {}) {
  const params = new URLSearchParams(filters);
  if (tab !== 'open') params.set('state', tab);
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
}

export function ModerationTabs({ current }: { current: ModerationTab }) {
  const { t } = useTranslation();
  return (
    <LinkTabs
      label={t('moderation:reports')}
      tabs={moderationTabs.map((tab) => ({
        to: tabPath(tab),
        text: t(`moderation:tab.${tab}`),
        current: tab === current,
      }))}
    />
  );
}
