import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { lina, openScreen, playApi } from '../../../test/screen';
import type { OwnDesigner, OwnPattern } from '../../api/studio';
import { storeTokens } from '../../api/tokens';
import { Page as PatternPage } from './studio-pattern-page';
import { Page } from './studio-page';

const pattern = {
  id: 'p1',
  title: 'Lina dress',
  description: 'A light dress with pockets.',
  category: 'Dresses',
  difficulty_level: 'Beginner',
  preview_images: [],
  view_count: 12,
  price: 1290,
  currency: 'EUR',
  status: 'draft',
  language: 'en',
  missing: ['files', 'preview_images'],
  hidden_reason: null,
  published_at: null,
  updated_at: '2026-11-20T10:00:00Z',
  translations: { en: { title: 'Lina dress', description: 'A light dress with pockets.' } },
  files: [],
  pictures: [],
} as unknown as OwnPattern;

const designer: OwnDesigner = { id: null, name: 'Lina', slug: null, bio: {}, avatar_url: null, patternCount: 0 };
const profile = { '/api/auth/profile': () => ({ data: lina }) };
const own = { ...profile, '/api/users/designer': () => ({ data: designer }) };
const refusal = { status: 503, error: { code: 'UNAVAILABLE', message: 'later' } };

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

describe('the list of the designer’s patterns', () => {
  const open = (answers: Parameters<typeof playApi>[0]) => {
    const calls = playApi({ ...own, ...answers });
    return openScreen(<Page />).then(() => calls);
  };

  it('shows a link to a new pattern while it is empty', async () => {
    await open({ '/api/users/patterns': () => ({ data: { patterns: [] } }) });
    expect(await screen.findByText('Your first pattern starts here')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'New pattern' })).toHaveLength(1);
  });

  it('shows the status and the missing parts of each pattern, and why one is hidden', async () => {
    const hidden = { ...pattern, id: 'p2', title: 'Coat', status: 'hidden', hidden_reason: 'Pictures from a book' };
    await open({ '/api/users/patterns': () => ({ data: { patterns: [pattern, hidden] } }) });
    const [first, second] = await screen.findAllByRole('article');
    expect(first!.textContent).toContain('Draft');
    expect(first!.textContent).toContain('Missing before you can publish: a checked file, a picture');
    expect(second!.textContent).toContain('Reason: Pictures from a book');
    expect(second!.textContent).not.toContain('Missing before');
  });

  it('can be loaded again after a failure', async () => {
    let up = false;
    await open({ '/api/users/patterns': () => (up ? { data: { patterns: [pattern] } } : refusal) });
    expect(await screen.findByText('Your patterns cannot be loaded right now')).toBeTruthy();
    up = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Lina dress' })).toBeTruthy();
  });

  it('keeps the input of the profile when saving fails, and shows the saved profile', async () => {
    let up = false;
    await open({
      '/api/users/patterns': () => ({ data: { patterns: [] } }),
      '/api/users/designer': ({ method, body }) => {
        if (method === 'GET') return { data: designer };
        return up ? { data: { ...designer, ...body } } : refusal;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit profile' }));
    const name = screen.getByLabelText(/Name or label/);
    fireEvent.change(name, { target: { value: '' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('The name needs 2 to 80 characters.')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'Atelier Seam' } });
    fireEvent.change(screen.getByLabelText('About you, in English'), { target: { value: 'We draw dresses.' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    expect((await screen.findByRole('alert')).textContent).toContain('What you wrote is still here.');
    up = true;
    await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Your profile is saved.')).toBeTruthy();
    expect(screen.getByText('We draw dresses.')).toBeTruthy();
  });
});

describe('the page of a pattern', () => {
  const open = async (answers: Parameters<typeof playApi>[0], at = '/studio/p1') => {
    const calls = playApi({ ...own, '/api/users/patterns/p1': () => ({ data: pattern }), ...answers });
    await openScreen(<PatternPage />, { at, path: '/studio/:id' });
    return calls;
  };
  // By text: a query by role takes a second on a page of this size.
  const button = (words: string) => screen.findByText(words, { selector: 'button *' });
  const title = () => screen.findByLabelText<HTMLInputElement>(/^Title/, { selector: '[lang=en]' });

  it('sends no invalid input, focuses the first invalid field and counts all', async () => {
    const calls = await open({}, '/studio/new');
    await userEvent.click(await button('Save draft'));
    expect(await screen.findByText('5 entries are not right yet')).toBeTruthy();
    expect(screen.getByText('The title needs 3 to 120 characters.')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await title()));
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('shows a problem of the server beside its field until the field changes', async () => {
    const details = [{ field: 'price', message: 'price must be less' }];
    await open({
      '/api/patterns/p1': () => ({
        status: 400,
        error: { code: 'VALIDATION_FAILED', message: 'price must be less', details },
      }),
    });
    fireEvent.change(await title(), { target: { value: 'Lina dress II' } });
    await userEvent.click(await button('Save'));
    const price = screen.getByLabelText(/^Price/);
    await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(price, { target: { value: '9' } });
    expect(price.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('keeps all input when saving fails', async () => {
    await open({ '/api/patterns/p1': () => refusal });
    fireEvent.change(await title(), { target: { value: 'Lina dress II' } });
    await userEvent.click(await button('Save'));
    expect(await screen.findByText(/What you wrote is still here\./)).toBeTruthy();
    expect((await title()).value).toBe('Lina dress II');
  });

  it('can be published only when nothing is missing', async () => {
    let state = pattern;
    const complete = { ...pattern, missing: [] } as OwnPattern;
    await open({
      '/api/users/patterns/p1': () => ({ data: state }),
      '/api/patterns/p1/publish': () => {
        state = { ...complete, status: 'published' };
        return { data: state };
      },
    });
    const publish = (await button('Publish')).closest('button')!;
    expect(publish.disabled).toBe(true);
    await userEvent.click(screen.getByText('A file to print or project'));
    expect(document.activeElement?.textContent).toBe('Files');
    state = complete;
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(publish.disabled).toBe(false));
    await userEvent.click(publish);
    expect(await screen.findByText('Your pattern is in the shop.')).toBeTruthy();
    expect(await button('Withdraw')).toBeTruthy();
  });

  it('shows that a pattern does not exist, or failed to load', async () => {
    await open({
      '/api/users/patterns/p1': () => ({ status: 404, error: { code: 'PATTERN_NOT_FOUND', message: '' } }),
    });
    expect(await screen.findByText('You have no such pattern')).toBeTruthy();
  });

  it('refuses a file that is no PDF before the upload', async () => {
    const calls = await open({});
    const field = (await screen.findAllByLabelText<HTMLInputElement>('Choose PDF for A4')).find(
      ({ tagName }) => tagName === 'INPUT',
    )!;
    await userEvent.upload(field, new File(['x'], 'picture.png', { type: 'image/png' }), { applyAccept: false });
    expect(await screen.findByText(/This is not a PDF file\./)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
