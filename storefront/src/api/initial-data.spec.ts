import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { playApi } from '../../test/screen';
import { loadConfig, shopConfig } from './config';
import { patternDetail, patternList } from './queries';

const written = (address: string, text: string) => {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.dataset.answer = address;
  element.textContent = text;
  document.body.append(element);
};
const envelope = (data: unknown) => JSON.stringify({ success: true, data });
const shown = (options: object) => new QueryObserver(new QueryClient(), options as never).getCurrentResult().data;

afterEach(() => {
  for (const element of document.querySelectorAll('[data-answer]')) element.remove();
});

describe('initial data in the page', () => {
  it('is returned once, at once, for any order of the query parameters', () => {
    const calls = playApi({});
    written('/api/patterns?limit=6&sort=newest&lang=de', envelope({ total: 40 }));
    expect(shown(patternList({ sort: 'newest', limit: 6 }, 'de'))).toEqual({ total: 40 });
    expect(shown(patternList({ sort: 'newest', limit: 6 }, 'de'))).toBeUndefined();
    expect(calls).toEqual([]);
  });

  it('is returned only for the same request', () => {
    written('/api/patterns?category=Home+Decor&sort=newest&page=1&limit=12&lang=de', envelope({ total: 3 }));
    written('/api/patterns/p1?lang=en', envelope({ id: 'p1' }));
    expect(shown(patternList({ category: 'Tops', sort: 'newest', page: 1, limit: 12 }, 'de'))).toBeUndefined();
    expect(shown(patternDetail('p1', 'de'))).toBeUndefined();
    expect(shown(patternDetail('p1', 'en'))).toEqual({ id: 'p1' });
    const decor = { category: 'Home Decor', sort: 'newest', page: 1, limit: 12 } as const;
    expect(shown(patternList(decor, 'de'))).toEqual({ total: 3 });
  });

  it('is requested from the server when it cannot be parsed', async () => {
    const calls = playApi({ '/config.json': () => ({ data: {} }) });
    written('/api/patterns/p1?lang=de', '{"success":');
    written('/config.json', 'nothing');
    expect(shown(patternDetail('p1', 'de'))).toBeUndefined();
    await loadConfig();
    expect(calls.map(({ path }) => path)).toEqual(['/config.json']);
  });

  it('may be the configuration', async () => {
    const calls = playApi({});
    written('/config.json', JSON.stringify({ shopName: 'Nadel & Faden' }));
    await loadConfig();
    expect(shopConfig()).toMatchObject({ shopName: 'Nadel & Faden', sandbox: false });
    expect(calls).toEqual([]);
    written('/config.json', JSON.stringify({}));
    await loadConfig();
  });
});
