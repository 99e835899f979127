import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../test/screen';
import { loadConfig, shopConfig } from './config';
import { patternDetail, patternList } from './queries';

const embed = (url: string, text: string) => {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.dataset.answer = url;
  element.textContent = text;
  document.body.append(element);
};
const envelope = (data: unknown) => JSON.stringify({ success: true, data });
const initialResult = (options: object) =>
  new QueryObserver(new QueryClient(), options as never).getCurrentResult().data;

afterEach(() => {
  for (const element of document.querySelectorAll('[data-answer]')) element.remove();
});

describe('initial data in the page', () => {
  it('is returned once without a request, for any order of the query parameters', () => {
    const calls = fakeApi({});
    embed('/api/patterns?limit=6&sort=newest&lang=de', envelope({ total: 40 }));
    expect(initialResult(patternList({ sort: 'newest', limit: 6 }, 'de'))).toEqual({ total: 40 });
    expect(initialResult(patternList({ sort: 'newest', limit: 6 }, 'de'))).toBeUndefined();
    expect(calls).toEqual([]);
  });

  it('is not returned for a request whose parameters differ from those of the embedded response', () => {
    embed('/api/patterns?category=Home+Decor&sort=newest&page=1&limit=12&lang=de', envelope({ total: 3 }));
    embed('/api/patterns/p1?lang=en', envelope({ id: 'p1' }));
    expect(initialResult(patternList({ category: 'Tops', sort: 'newest', page: 1, limit: 12 }, 'de'))).toBeUndefined();
    expect(initialResult(patternDetail('p1', 'de'))).toBeUndefined();
    expect(initialResult(patternDetail('p1', 'en'))).toEqual({ id: 'p1' });
    const decor = { category: 'Home Decor', sort: 'newest', page: 1, limit: 12 } as const;
    expect(initialResult(patternList(decor, 'de'))).toEqual({ total: 3 });
  });

  it('is ignored when it cannot be parsed, so that the client sends the request', async () => {
    const calls = fakeApi({ '/config.json': () => ({ data: {} }) });
    embed('/api/patterns/p1?lang=de', '{"success":');
    embed('/config.json', 'nothing');
    expect(initialResult(patternDetail('p1', 'de'))).toBeUndefined();
    await loadConfig();
    expect(calls.map(({ path }) => path)).toEqual(['/config.json']);
  });

  it('can contain the configuration', async () => {
    const calls = fakeApi({});
    embed('/config.json', JSON.stringify({ shopName: 'Nadel & Faden' }));
    await loadConfig();
    expect(shopConfig()).toMatchObject({ shopName: 'Nadel & Faden', sandbox: false });
    expect(calls).toEqual([]);
    embed('/config.json', JSON.stringify({}));
    await loadConfig();
  });
});
