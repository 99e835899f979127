import { Button, Drawer, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { patternList } from '../api/queries';
import type { PatternPage } from '../api/types';
import styles from '../features/catalogue/catalogue.module.css';
import { FilterChips } from '../features/catalogue/filter-chips';
import { FilterPanel } from '../features/catalogue/filter-panel';
import { Pagination } from '../features/catalogue/pagination';
import { Results } from '../features/catalogue/results';
import { SearchBox } from '../features/catalogue/search-box';
import { sortingsOf, useFilters } from '../features/catalogue/use-filters';
import { formatNumber } from '../lib/format';
import { useLanguage } from '../lib/language-path';
import { PageHead } from '../ui/page-head';

export function Page() {
  const { t } = useTranslation();
  const { filters, query, change, clear, activeCount } = useFilters();
  const list = useQuery(patternList(query, useLanguage()));
  const sortings = sortingsOf(filters.search);
  const [drawerOpen, drawer] = useDisclosure(false);
  useScrollUpOnPageChange(filters.page);
  const panel = <FilterPanel filters={filters} activeCount={activeCount} onChange={change} onClear={clear} />;
  const count = <Count data={list.data} />;
  return (
    <div className="page">
      <PageHead
        title={t('catalogue:head.title')}
        description={t('catalogue:head.description')}
        path="/patterns"
        hidden={Boolean(filters.search)}
      />
      <h1>{t('catalogue:title')}</h1>
      <div className={styles.layout}>
        <aside className={styles.side} aria-label={t('catalogue:filters')}>
          {panel}
        </aside>
        <div>
          <div className={styles.bar}>
            <SearchBox value={filters.search} onSearch={(search) => change({ search }, true)} />
            <NativeSelect
              aria-label={t('catalogue:sort.label')}
              value={filters.sort}
              onChange={(event) => change({ sort: sortings.find((name) => name === event.currentTarget.value) })}
              data={sortings.map((name) => ({ value: name, label: t(`catalogue:sort.${name}`) }))}
            />
            <Button variant="outline" className={styles.filterButton} onClick={drawer.open} aria-haspopup="dialog">
              {activeCount ? t('catalogue:filtersActive', { count: activeCount }) : t('catalogue:filters')}
            </Button>
          </div>
          <div className={styles.count}>
            {count}
            <FilterChips filters={filters} onChange={change} />
          </div>
          <VisuallyHidden component="h2">{t('catalogue:results')}</VisuallyHidden>
          <Results list={list} count={filters.limit} onClear={clear} onFirstPage={() => change({ page: 1 })} />
          <Pagination filters={filters} lastPage={list.data?.total_pages ?? 1} />
        </div>
      </div>
      <Drawer
        opened={drawerOpen}
        onClose={drawer.close}
        title={t('catalogue:filters')}
        position="bottom"
        size="auto"
        classNames={{ content: styles.drawer }}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {panel}
        <div className={styles.drawerFoot}>
          <Button fullWidth onClick={drawer.close}>
            {t('catalogue:show', { count: list.data?.total ?? 0 })}
          </Button>
        </div>
      </Drawer>
    </div>
  );
}

function Count({ data }: { data: PatternPage | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!data) return <output>{t('common:loading')}</output>;
  const from = (data.page - 1) * data.limit + 1;
  const to = from + data.patterns.length - 1;
  const words = data.patterns.length
    ? t('catalogue:showing', {
        from: formatNumber(from, language),
        to: formatNumber(to, language),
        count: data.total,
        total: formatNumber(data.total, language),
      })
    : t('catalogue:showingNone');
  return <output className="figures">{words}</output>;
}

function useScrollUpOnPageChange(page: number) {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reduced ? 'auto' : 'smooth' });
  }, [page]);
}
