import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { myPurchases, recentDownloads } from '../../api/purchases';
import styles from '../../features/downloads/downloads.module.css';
import { PurchaseList } from '../../features/downloads/purchase-list';
import { PurchaseBanner } from '../../features/downloads/purchase-banner';
import { RecentList } from '../../features/downloads/recent-list';
import { useLanguage } from '../../lib/language-path';
import { PageHead } from '../../ui/texts/page-head';

const recentShown = 5;

/** The purchases of the user; with a token in the URL, also the purchase of that token. */
export function Page() {
  const { t } = useTranslation();
  const { token } = useParams();
  const language = useLanguage();
  // Always refetches, so that a new purchase or refund is visible.
  const list = useQuery({ ...myPurchases(language), refetchOnMount: 'always' });
  const recent = useQuery(recentDownloads(recentShown, language));
  return (
    <div className="page prose">
      <PageHead title={t('downloads:title')} noindex />
      <h1>{t('downloads:title')}</h1>
      {token && <PurchaseBanner token={token} />}
      <Tabs defaultValue="purchases" className={styles.tabs}>
        <Tabs.List aria-label={t('downloads:title')}>
          <Tabs.Tab value="purchases">{t('downloads:tab.purchases', { count: list.data?.length ?? 0 })}</Tabs.Tab>
          <Tabs.Tab value="recent">{t('downloads:tab.recent', { count: recent.data?.length ?? 0 })}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="purchases">
          <PurchaseList list={list} />
        </Tabs.Panel>
        <Tabs.Panel value="recent">
          <RecentList list={recent} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
