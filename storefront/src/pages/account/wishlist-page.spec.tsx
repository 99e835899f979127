import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lina, openScreen, playApi, session } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import type { PatternCard } from '../../api/types';
import { Page } from './wishlist-page';

const card = (title: string): PatternCard => ({
  id: `pattern-${title}`,
  title,
  description: 'Ein Kleid.',
  category: 'Dresses',
  difficulty_level: 'Beginner',
  estimated_time: '3 Stunden',
  preview_images: [],
  view_count: 7,
  designer_name: 'Nähwerk',
  designer_avatar: null,
  designer: { id: 'd1', name: 'Nähwerk', slug: 'naehwerk' },
  tags: [],
  price: 890,
  currency: 'EUR',
  sizes: '34–46',
  created_at: '2026-11-01T00:00:00Z',
});
const item = (title: string, available = true) => ({
  id: title,
  pattern_id: `pattern-${title}`,
  added_at: '2026-11-02T00:00:00Z',
  available,
  pattern: card(title),
});

async function open(items: ReturnType<typeof item>[], changes: Parameters<typeof playApi>[0] = {}) {
  storeTokens(session());
  const off = new Set<string>();
  const changed = Object.entries(changes).map(([path, answer]) => [
    path,
    async (...[call, query]: Parameters<typeof answer>) => {
      const given = await answer(call, query);
      const id = path.split('/').at(-1)!;
      if (call.method === 'DELETE' && given.status !== 500) off.add(id);
      if (call.method === 'POST') off.delete(id);
      return given;
    },
  ]);
  const calls = playApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/wishlist': () => {
      const left = items.filter((one) => !off.has(one.pattern_id));
      return { data: { items: left, total: left.length } };
    },
    ...Object.fromEntries(changed),
  });
  await openScreen(<Page />);
  return calls;
}

const titles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

describe('the wishlist', () => {
  it('restores a pattern at its position when its removal fails, with a message', async () => {
    let fail = (): void => undefined;
    const refused = new Promise<object>((resolve) => {
      fail = () => resolve({ status: 500, error: { code: 'TROUBLE', message: 'Trouble' } });
    });
    await open([item('Amelie'), item('Lina'), item('Smilla')], { '/api/wishlist/pattern-Lina': () => refused });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Lina' }));
    await waitFor(() => expect(titles()).toEqual(['Amelie', 'Smilla']));
    fail();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to remove item from wishlist. Please try again.',
    );
    expect(titles()).toEqual(['Amelie', 'Lina', 'Smilla']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('treats a pattern that was removed in another tab as removed', async () => {
    const gone = () => ({ status: 404, error: { code: 'WISHLIST_ITEM_NOT_FOUND', message: 'Not there' } });
    await open([item('Lina')], { '/api/wishlist/pattern-Lina': gone });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Lina' }));
    expect(await screen.findByRole('heading', { name: 'Your wishlist is empty' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('restores a removed pattern at its position', async () => {
    const calls = await open([item('Amelie'), item('Lina')], {
      '/api/wishlist/pattern-Amelie': () => ({ data: {} }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Amelie' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual(['Amelie', 'Lina']));
    const methods = calls.filter(({ path }) => path.endsWith('Amelie')).map(({ method }) => method);
    expect(methods).toEqual(['DELETE', 'POST']);
  });

  it('undoes a removal in progress after its end, and refetches only then', async () => {
    let answer = (): void => undefined;
    const late = new Promise<object>((resolve) => {
      answer = () => resolve({ data: {} });
    });
    const calls = await open([item('Amelie'), item('Lina')], {
      '/api/wishlist/pattern-Amelie': ({ method }) => (method === 'DELETE' ? late : { data: {} }),
    });
    const sent = (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ method }) => method);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Amelie' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual(['Amelie', 'Lina']));
    expect([sent('Amelie'), sent('/wishlist')]).toEqual([['DELETE'], ['GET']]);
    answer();
    await waitFor(() => expect(sent('/wishlist')).toEqual(['GET', 'GET']));
    expect(sent('Amelie')).toEqual(['DELETE', 'POST']);
    expect(titles()).toEqual(['Amelie', 'Lina']);
  });

  it('shows a pattern that is off sale without a link and without an undo button', async () => {
    await open([item('Lina', false)], { '/api/wishlist/pattern-Lina': () => ({ data: {} }) });
    const shown = within(await screen.findByRole('article'));
    expect(shown.getByText('No longer sold')).toBeTruthy();
    expect(shown.queryByRole('link')).toBeNull();
    expect(shown.queryByText('8,90 €')).toBeNull();
    fireEvent.click(shown.getByRole('button', { name: 'Remove Lina' }));
    expect(await screen.findByText('“Lina” is no longer on your wishlist.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows that it failed to load, and loads again', async () => {
    let down = true;
    await open([], {
      '/api/wishlist': () =>
        down
          ? { status: 500, error: { code: 'TROUBLE', message: 'Trouble' } }
          : { data: { items: [item('Lina')], total: 1 } },
    });
    expect(await screen.findByText('Failed to load your wishlist. Please try again.')).toBeTruthy();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toEqual(['Lina']));
  });
});
