import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { patternList } from '../api/queries';
import styles from '../features/catalogue/catalogue.module.css';
import { Count } from '../features/catalogue/count';
import { FilterChips } from '../features/catalogue/filter-chips';
import { FilterPanel } from '../features/catalogue/filter-panel';
import { LayoutSwitch } from '../features/catalogue/layout-switch';
import { Results } from '../features/catalogue/results';
import { SearchBox } from '../features/catalogue/search-box';
import { sortingsOf, useFilters, writeFilters } from '../features/catalogue/use-filters';
import { usePanel } from '../features/catalogue/use-panel';
import { useLanguage } from '../lib/language-path';
import { useScrollUp } from '../lib/hooks/use-scroll-up';
import { BottomSheet } from '../ui/overlays/bottom-sheet';
import { Button } from '../ui/forms/button';
import { ChoiceBox } from '../ui/forms/choice-box';
import { PageHead } from '../ui/texts/page-head';
import { Pagination } from '../ui/texts/pagination';

export function Page() {
  const { t } = useTranslation();
  const { filters, query, change, clear, activeCount } = useFilters();
  const list = useQuery(patternList(query, useLanguage()));
  const sortings = sortingsOf(filters.search);
  const [sheetOpen, setSheetOpen] = useState(false);
  const closeSheet = () => setSheetOpen(false);
  const [panelOpen, togglePanel] = usePanel();
  useScrollUp(filters.page);
  const panel = <FilterPanel filters={filters} activeCount={activeCount} onChange={change} onClear={clear} />;
  const filterWords = activeCount ? t('catalogue:filtersActive', { count: activeCount }) : t('catalogue:filters');
  return (
    <div className={`page ${styles.page}`}>
      <PageHead
        title={t('catalogue:head.title')}
        description={t('catalogue:head.description')}
        path="/patterns"
        hidden={Boolean(filters.search)}
      />
      <h1>{t('catalogue:title')}</h1>
      <div className={styles.bar}>
        <Button
          variant="outline"
          className={styles.panelButton}
          onClick={togglePanel}
          aria-expanded={panelOpen}
          aria-controls="filters"
          style={{ justifyContent: 'space-between' }}
        >
          {filterWords}
          <span className={styles.caret} aria-hidden="true" />
        </Button>
        <SearchBox value={filters.search} onSearch={(search) => change({ search }, true)} />
        <ChoiceBox
          aria-label={t('catalogue:sort.label')}
          value={filters.sort}
          onChange={(event) => change({ sort: sortings.find((name) => name === event.currentTarget.value) })}
          data={sortings.map((name) => ({ value: name, label: t(`catalogue:sort.${name}`) }))}
        />
        <Button
          variant="outline"
          className={styles.drawerButton}
          onClick={() => setSheetOpen(true)}
          aria-haspopup="dialog"
        >
          {filterWords}
        </Button>
      </div>
      <div className={styles.layout} data-panel={panelOpen ? 'open' : 'closed'}>
        <aside className={styles.side} id="filters" aria-label={t('catalogue:filters')} hidden={!panelOpen}>
          {panel}
        </aside>
        <div>
          <div className={styles.count}>
            <Count list={list} />
            <FilterChips filters={filters} onChange={change} />
            <LayoutSwitch />
          </div>
          <h2 className="visually-hidden">{t('catalogue:results')}</h2>
          <Results list={list} count={filters.limit} onClear={clear} onPage={(page) => change({ page })} />
          <Pagination
            page={filters.page}
            lastPage={list.data?.total_pages ?? 1}
            to={(page) => `?${writeFilters({ ...filters, page })}`}
          />
        </div>
      </div>
      <BottomSheet
        opened={sheetOpen}
        onClose={closeSheet}
        title={t('catalogue:filters')}
        closeLabel={t('common:close')}
      >
        {panel}
        <div className={styles.drawerFoot}>
          <Button fullWidth onClick={closeSheet}>
            {t('catalogue:show', { count: list.data?.total ?? 0 })}
          </Button>
        </div>
      </BottomSheet>
    </div>
  );
}
