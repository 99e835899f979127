import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { patternList } from '../api/queries';
import styles from '../features/catalogue/catalogue.module.css';
import { Count } from '../features/catalogue/count';
import { FilterChips } from '../features/catalogue/filter-chips';
import { FilterPanel } from '../features/catalogue/filter-panel';
import { LayoutSwitch } from '../features/catalogue/layout-switch';
import { Results } from '../features/catalogue/results';
import { sortings, useFilters, writeFilters } from '../features/catalogue/use-filters';
import { useFilterPanel } from '../features/catalogue/use-filter-panel';
import { useLanguage } from '../lib/language-path';
import { useScrollUp } from '../lib/hooks/use-scroll-up';
import { BottomSheet } from '../ui/overlays/bottom-sheet';
import { Button } from '../ui/forms/button';
import { ChoiceBox } from '../ui/forms/choice-box';
import { SearchBox } from '../ui/forms/search-box';
import { PageHead } from '../ui/texts/page-head';
import { Pagination } from '../ui/texts/pagination';

export function Page() {
  const { t } = useTranslation();
  const search = useFilters();
  const { filters, change } = search;
  const list = useQuery(patternList(search.query, useLanguage()));
  const [sheetOpen, setSheetOpen] = useState(false);
  const [panelOpen, togglePanel] = useFilterPanel();
  useScrollUp(filters.page);
  const panel = (
    <FilterPanel filters={filters} activeCount={search.activeCount} onChange={change} onClear={search.clear} />
  );
  return (
    <div className={`page ${styles.page}`}>
      <PageHead
        title={t('catalogue:head.title')}
        description={t('catalogue:head.description')}
        path="/patterns"
        noindex={Boolean(filters.search)}
      />
      <h1>{t('catalogue:title')}</h1>
      <Toolbar
        search={search}
        panelOpen={panelOpen}
        onTogglePanel={togglePanel}
        onOpenSheet={() => setSheetOpen(true)}
      />
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
          <Results list={list} count={filters.limit} onClear={search.clear} onPage={(page) => change({ page })} />
          <Pagination
            page={filters.page}
            lastPage={list.data?.total_pages ?? 1}
            to={(page) => `?${writeFilters({ ...filters, page })}`}
          />
        </div>
      </div>
      <FilterSheet opened={sheetOpen} total={list.data?.total ?? 0} onClose={() => setSheetOpen(false)}>
        {panel}
      </FilterSheet>
    </div>
  );
}

interface ToolbarProps {
  search: ReturnType<typeof useFilters>;
  panelOpen: boolean;
  onTogglePanel: () => void;
  onOpenSheet: () => void;
}

/** The search, the sort order, and the button that opens the filters: a panel, or on a phone a sheet. */
function Toolbar({ search: { filters, change, activeCount }, panelOpen, onTogglePanel, onOpenSheet }: ToolbarProps) {
  const { t } = useTranslation();
  const sorts = sortings(filters.search);
  const label = activeCount ? t('catalogue:filtersActive', { count: activeCount }) : t('catalogue:filters');
  return (
    <div className={styles.bar}>
      <Button
        variant="outline"
        className={styles.panelButton}
        onClick={onTogglePanel}
        aria-expanded={panelOpen}
        aria-controls="filters"
        style={{ justifyContent: 'space-between' }}
      >
        {label}
        <span className={styles.caret} aria-hidden="true" />
      </Button>
      <SearchBox
        aria-label={t('catalogue:search.label')}
        placeholder={t('catalogue:search.placeholder')}
        clearLabel={t('catalogue:search.clear')}
        value={filters.search}
        onSearch={(text) => change({ search: text }, true)}
      />
      <ChoiceBox
        aria-label={t('catalogue:sort.label')}
        value={filters.sort}
        onChange={(event) => change({ sort: sorts.find((name) => name === event.currentTarget.value) })}
        data={sorts.map((name) => ({ value: name, label: t(`catalogue:sort.${name}`) }))}
      />
      <Button variant="outline" className={styles.drawerButton} onClick={onOpenSheet} aria-haspopup="dialog">
        {label}
      </Button>
    </div>
  );
}

interface FilterSheetProps {
  opened: boolean;
  total: number;
  onClose: () => void;
  children: ReactNode;
}

function FilterSheet({ opened, total, onClose, children }: FilterSheetProps) {
  const { t } = useTranslation();
  return (
    <BottomSheet opened={opened} onClose={onClose} title={t('catalogue:filters')} closeLabel={t('common:close')}>
      {children}
      <div className={styles.drawerFoot}>
        <Button fullWidth onClick={onClose}>
          {t('catalogue:show', { count: total })}
        </Button>
      </div>
    </BottomSheet>
  );
}
