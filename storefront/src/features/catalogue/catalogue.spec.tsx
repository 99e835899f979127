import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refetchable, refetchAll, openScreen, fakeApi } from '../../../test/screen';
import { pollEvery } from '../../api/purchases';
import { patternList } from '../../api/queries';
import { SearchBox } from '../../ui/forms/search-box';
import { Count } from './count';
import { FilterPanel } from './filter-panel';
import { Results } from './results';
import { readFilters, useFilters, writeFilters } from './use-filters';

afterEach(() => vi.useRealTimers());

const labels = { 'aria-label': 'Search patterns', clearLabel: 'Clear search' };

function SearchAndFilter() {
  const { filters, change } = useFilters();
  return (
    <>
      <SearchBox {...labels} value={filters.search} onSearch={(search) => change({ search }, true)} />
      <button type="button" onClick={() => change({ category: 'Tops' })}>
        Tops
      </button>
    </>
  );
}

describe('the search box', () => {
  it('keeps a filter that the visitor chooses before the search for the typed text starts', async () => {
    fakeApi({});
    const router = await openScreen(<SearchAndFilter />);
    vi.useFakeTimers();
    fireEvent.change(screen.getByLabelText('Search patterns'), { target: { value: 'dress' } });
    fireEvent.click(screen.getByText('Tops'));
    expect(router.state.location.search).toBe('?category=Tops');
    await vi.advanceTimersByTimeAsync(300);
    expect(router.state.location.search).toBe('?search=dress&category=Tops');
  });

  const open = async () => {
    fakeApi({});
    const onSearch = vi.fn<(search: string) => void>();
    await openScreen(<SearchBox {...labels} value="" onSearch={onSearch} />);
    vi.useFakeTimers();
    const type = (value: string) => fireEvent.change(screen.getByLabelText('Search patterns'), { target: { value } });
    return { onSearch, type };
  };

  it('searches once, 300 ms after the last letter', async () => {
    const { onSearch, type } = await open();
    type('dr');
    vi.advanceTimersByTime(200);
    type('dress ');
    vi.advanceTimersByTime(299);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch.mock.calls).toEqual([['dress']]);
  });

  it('clears the search without delay when the visitor presses the clear button', async () => {
    const { onSearch, type } = await open();
    type('dress');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(onSearch.mock.calls).toEqual([['']]);
    vi.advanceTimersByTime(1000);
    expect(onSearch).toHaveBeenCalledTimes(1);
  });
});

describe('filters', () => {
  const read = (query: string) => readFilters(new URLSearchParams(query));

  it('are written to the URL unless they have their default values', () => {
    const filters = read('search=linen&category=Home+Decor&sort=price_asc&page=3');
    expect(filters).toEqual({ search: 'linen', category: 'Home Decor', sort: 'price_asc', page: 3, limit: 12 });
    expect(writeFilters(filters).toString()).toBe('search=linen&category=Home+Decor&sort=price_asc&page=3');
    expect(writeFilters(read('')).toString()).toBe('');
  });

  it('ignore invalid values in the URL', () => {
    expect(read('category=Hats&sort=random&page=-2&limit=9999')).toEqual(read(''));
    expect(read('sort=relevance')).toEqual(read(''));
  });

  it('contain the sort order “relevance” during a search, unless the visitor chooses another order', () => {
    expect(read('search=linen').sort).toBe('relevance');
    expect(writeFilters(read('search=linen')).toString()).toBe('search=linen');
    expect(read('search=linen&sort=newest').sort).toBe('newest');
    expect(writeFilters(read('search=linen&sort=newest')).toString()).toBe('search=linen&sort=newest');
  });
});

function PanelWithFilters() {
  const { filters, activeCount, change, clear } = useFilters();
  return <FilterPanel filters={filters} activeCount={activeCount} onChange={change} onClear={clear} />;
}

it('the “Clear all” button shows how many filters are active, and is disabled when no filter is active', async () => {
  fakeApi({});
  for (const [at, label] of [
    ['/', 'Clear all'],
    ['/?sort=newest', 'Clear all'],
    ['/?search=linen', 'Clear all (1)'],
    ['/?sort=popular', 'Clear all (1)'],
    ['/?search=linen&category=Tops&sort=popular', 'Clear all (3)'],
  ] as const) {
    await openScreen(<PanelWithFilters />, { at });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: label });
    expect(button.disabled).toBe(label === 'Clear all');
    cleanup();
  }
});

it('the result list offers a button to the last page when the requested page is beyond the last page', async () => {
  fakeApi({ '/api/patterns': () => ({ data: { patterns: [], page: 9, limit: 12, total: 30, total_pages: 3 } }) });
  await openScreen(
    <>
      <PatternCount />
      <ResultList />
    </>,
  );
  expect(await screen.findByText('30 patterns, none on this page')).toBeTruthy();
  expect(await screen.findByText('Page 9 is empty; the last one is page 3.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Go to the last page' }));
  expect(toPage.mock.calls).toEqual([[3]]);
});

it('the count of a single pattern is in the singular', async () => {
  fakeApi({ '/api/patterns': () => ({ data: { patterns: [{}], page: 1, limit: 12, total: 1 } }) });
  await openScreen(<PatternCount />);
  expect(await screen.findByText('Showing 1 pattern')).toBeTruthy();
});

function PatternCount() {
  return <Count list={useQuery(patternList({}, 'en'))} />;
}

const toPage = vi.fn<(page: number) => void>();

function ResultList() {
  return <Results list={useQuery(patternList({}, 'en'))} count={4} onClear={() => undefined} onPage={toPage} />;
}

it('the result list stays when a refetch fails', async () => {
  let broken = false;
  fakeApi({
    '/api/patterns': () =>
      broken
        ? { status: 503, error: { code: 'UNAVAILABLE', message: '' } }
        : { data: { patterns: [], page: 4, total: 30, total_pages: 3 } },
  });
  await openScreen(<Refetchable screen={<ResultList />} />);
  const heading = (await screen.findByRole('heading')).textContent;
  broken = true;
  await refetchAll();
  expect(screen.getByRole('heading').textContent).toBe(heading);
});

it('pollEvery returns an interval of 0.3 s at first, later 1 s, and then 4 s', () => {
  expect([pollEvery(1), pollEvery(30), pollEvery(100)]).toEqual([300, 1000, 4000]);
});

it('the filter panel has buttons for three sort orders, and the button of the current order is pressed', async () => {
  fakeApi({});
  const onChange = vi.fn<(next: object) => void>();
  const filters = readFilters(new URLSearchParams('sort=popular'));
  await openScreen(<FilterPanel filters={filters} activeCount={1} onChange={onChange} onClear={() => undefined} />);
  const names = ['Most Popular', 'Latest Patterns', 'Best Value'];
  const buttons = names.map((name) => screen.getByRole('button', { name }));
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false', 'false']);
  for (const button of buttons) fireEvent.click(button);
  expect(onChange.mock.calls).toEqual([[{ sort: 'popular' }], [{ sort: 'newest' }], [{ sort: 'price_asc' }]]);
});
