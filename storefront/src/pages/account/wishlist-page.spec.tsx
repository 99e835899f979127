import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import type { PatternCard } from '../../api/types';
import { Page } from './wishlist-page';

const createCard = (title: string): PatternCard => ({
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
  pattern: createCard(title),
});

/** Opens the wishlist. `changes` contains the responses to additions and removals. */
async function open(items: ReturnType<typeof item>[], changes: Parameters<typeof fakeApi>[0] = {}) {
  storeTokens(session());
  const removedIds = new Set<string>();
  const changeHandlers = Object.entries(changes).map(([path, respond]) => [
    path,
    async (...[call, query]: Parameters<typeof respond>) => {
      const response = await respond(call, query);
      const id = path.split('/').at(-1)!;
      if (call.method === 'DELETE' && response.status !== 500) removedIds.add(id);
      if (call.method === 'POST') removedIds.delete(id);
      return response;
    },
  ]);
  const calls = fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/wishlist': () => {
      const remaining = items.filter(({ pattern_id: id }) => !removedIds.has(id));
      return { data: { items: remaining, total: remaining.length } };
    },
    ...Object.fromEntries(changeHandlers),
  });
  await openScreen(<Page />);
  return calls;
}

const titles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

describe('the wishlist', () => {
  it('shows an error, and the pattern at its old position again, when a removal fails', async () => {
    let fail = (): void => undefined;
    const lateRefusal = new Promise<object>((resolve) => {
      fail = () => resolve({ status: 500, error: { code: 'TROUBLE', message: 'Trouble' } });
    });
    await open([item('Amelie'), item('Lina'), item('Smilla')], { '/api/wishlist/pattern-Lina': () => lateRefusal });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Lina' }));
    await waitFor(() => expect(titles()).toEqual(['Amelie', 'Smilla']));
    fail();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to remove item from wishlist. Please try again.',
    );
    expect(titles()).toEqual(['Amelie', 'Lina', 'Smilla']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('removes a pattern that the server no longer has on the wishlist', async () => {
    const gone = () => ({ status: 404, error: { code: 'WISHLIST_ITEM_NOT_FOUND', message: 'Not there' } });
    await open([item('Lina')], { '/api/wishlist/pattern-Lina': gone });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Lina' }));
    expect(await screen.findByRole('heading', { name: 'Your wishlist is empty' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a pattern at its old position again after a click on Undo', async () => {
    const calls = await open([item('Amelie'), item('Lina')], {
      '/api/wishlist/pattern-Amelie': () => ({ data: {} }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Amelie' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual(['Amelie', 'Lina']));
    const methods = calls.filter(({ path }) => path.endsWith('Amelie')).map(({ method }) => method);
    expect(methods).toEqual(['DELETE', 'POST']);
  });

  it('sends an undo only after the response to the removal, and refetches the list only after both', async () => {
    let respond = (): void => undefined;
    const lateResponse = new Promise<object>((resolve) => {
      respond = () => resolve({ data: {} });
    });
    const calls = await open([item('Amelie'), item('Lina')], {
      '/api/wishlist/pattern-Amelie': ({ method }) => (method === 'DELETE' ? lateResponse : { data: {} }),
    });
    const methodsSentTo = (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ method }) => method);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Amelie' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual(['Amelie', 'Lina']));
    expect([methodsSentTo('Amelie'), methodsSentTo('/wishlist')]).toEqual([['DELETE'], ['GET']]);
    respond();
    await waitFor(() => expect(methodsSentTo('/wishlist')).toEqual(['GET', 'GET']));
    expect(methodsSentTo('Amelie')).toEqual(['DELETE', 'POST']);
    expect(titles()).toEqual(['Amelie', 'Lina']);
  });

  it('shows an unpublished pattern without a link, and offers no undo after the pattern is removed', async () => {
    await open([item('Lina', false)], { '/api/wishlist/pattern-Lina': () => ({ data: {} }) });
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('No longer on sale')).toBeTruthy();
    expect(card.queryByRole('link')).toBeNull();
    expect(card.queryByText('8,90 €')).toBeNull();
    fireEvent.click(card.getByRole('button', { name: 'Remove Lina' }));
    expect(await screen.findByText('“Lina” is no longer on your wishlist.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows an error when it fails to load, and can be loaded again', async () => {
    let isDown = true;
    await open([], {
      '/api/wishlist': () =>
        isDown
          ? { status: 500, error: { code: 'TROUBLE', message: 'Trouble' } }
          : { data: { items: [item('Lina')], total: 1 } },
    });
    expect(await screen.findByText('Failed to load your wishlist. Please try again.')).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toEqual(['Lina']));
  });
});
