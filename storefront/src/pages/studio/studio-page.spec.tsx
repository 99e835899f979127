import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { lina, openScreen, fakeApi } from '../../../test/screen';
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
const responses = { ...profile, '/api/users/designer': () => ({ data: designer }) };
const refusal = { status: 503, error: { code: 'UNAVAILABLE', message: 'later' } };

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

it('a pattern in the studio shows the statement of reasons of each decision, and how to object', async () => {
  const statement = (reference: string, changes: object = {}) => ({
    reference,
    decision: 'hidden',
    ground: 'law',
    clause: '§ 97 UrhG',
    reason: 'Page 3 is from a book.',
    detected_by: 'notice',
    reviews: null,
    decided_at: '2026-11-20T10:00:00Z',
    ...changes,
  });
  const upheld = statement('DR-2026-2', { decision: 'upheld', reviews: 'DR-2026-1' });
  const hidden = { ...pattern, status: 'hidden', statements: [upheld, statement('DR-2026-1')] };
  fakeApi({ ...responses, '/api/users/patterns/p1': () => ({ data: hidden }) });
  await openScreen(<PatternPage />, { at: '/studio/p1', path: '/studio/:id' });
  const list = await screen.findByRole('region', { name: 'Decisions of our moderators' });
  expect([...list.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual(['Stays hidden', 'Hidden']);
  for (const part of [
    'Law: § 97 UrhG',
    'Page 3 is from a book.',
    'followed a report',
    'not a program',
    'Bundesnetzagentur',
  ])
    expect(list.firstElementChild!.textContent).toContain(part);
  // Only the first decision can be objected to.
  expect(list.textContent!.match(/within six months/g)).toHaveLength(1);
});

describe('the studio', () => {
  const open = (overrides: Parameters<typeof fakeApi>[0]) => {
    const calls = fakeApi({ ...responses, ...overrides });
    return openScreen(<Page />).then(() => calls);
  };

  it('shows the link “New pattern” once when the designer has no patterns', async () => {
    await open({ '/api/users/patterns': () => ({ data: { patterns: [] } }) });
    expect(await screen.findByText('Your first pattern starts here')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'New pattern' })).toHaveLength(1);
  });

  it('shows the status and the missing parts of each pattern, or why a moderator has hidden it', async () => {
    const hidden = { ...pattern, id: 'p2', title: 'Coat', status: 'hidden', hidden_reason: 'Pictures from a book' };
    await open({ '/api/users/patterns': () => ({ data: { patterns: [pattern, hidden] } }) });
    const [first, second] = await screen.findAllByRole('article');
    expect(first!.textContent).toContain('Draft');
    expect(first!.textContent).toContain('Still missing before you can publish: a checked file, a picture');
    expect(second!.textContent).toContain('Reason: Pictures from a book');
    expect(second!.textContent).not.toContain('Still missing');
  });

  it('shows an error when the patterns fail to load, and can load them again', async () => {
    let isUp = false;
    await open({ '/api/users/patterns': () => (isUp ? { data: { patterns: [pattern] } } : refusal) });
    expect(await screen.findByText('Your patterns cannot be loaded right now')).toBeTruthy();
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Lina dress' })).toBeTruthy();
  });

  it('keeps the input of the designer profile when saving fails, and later shows the saved profile', async () => {
    let isUp = false;
    await open({
      '/api/users/patterns': () => ({ data: { patterns: [] } }),
      '/api/users/designer': ({ method, body }) => {
        if (method === 'GET') return { data: designer };
        return isUp ? { data: { ...designer, ...body } } : refusal;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit profile' }));
    const name = screen.getByLabelText(/Name or label/);
    fireEvent.change(name, { target: { value: '' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('The name must be 2 to 80 characters long.')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'Atelier Seam' } });
    fireEvent.change(screen.getByLabelText('About you, in English'), { target: { value: 'We draw dresses.' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your entries are still here.');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Your profile is saved.')).toBeTruthy();
    expect(screen.getByText('We draw dresses.')).toBeTruthy();
  });
});

describe('the page of a pattern', () => {
  const open = async (overrides: Parameters<typeof fakeApi>[0], at = '/studio/p1') => {
    const calls = fakeApi({ ...responses, '/api/users/patterns/p1': () => ({ data: pattern }), ...overrides });
    await openScreen(<PatternPage />, { at, path: '/studio/:id' });
    return calls;
  };
  // Searches by text, because a query by role takes a second on a page of this size.
  const findButton = (text: string) => screen.findByText(text, { selector: 'button *' });
  const findTitle = () => screen.findByLabelText<HTMLInputElement>(/^Title/, { selector: '[lang=en]' });

  it('sends no invalid input, counts the invalid fields and focuses the first one', async () => {
    const calls = await open({}, '/studio/new');
    await userEvent.click(await findButton('Save draft'));
    expect(await screen.findByText('5 entries need correcting')).toBeTruthy();
    expect(screen.getByText('The title must be 3 to 120 characters long.')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await findTitle()));
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('shows at the field what the server reports about it, until the field changes', async () => {
    const details = [{ field: 'price', message: 'price must be less' }];
    await open({
      '/api/patterns/p1': () => ({
        status: 400,
        error: { code: 'VALIDATION_FAILED', message: 'price must be less', details },
      }),
    });
    fireEvent.change(await findTitle(), { target: { value: 'Lina dress II' } });
    await userEvent.click(await findButton('Save'));
    const price = screen.getByLabelText(/^Price/);
    await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(price, { target: { value: '9' } });
    expect(price.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('keeps all input when saving fails', async () => {
    await open({ '/api/patterns/p1': () => refusal });
    fireEvent.change(await findTitle(), { target: { value: 'Lina dress II' } });
    await userEvent.click(await findButton('Save'));
    expect(await screen.findByText(/Your entries are still here\./)).toBeTruthy();
    expect((await findTitle()).value).toBe('Lina dress II');
  });

  it('enables the publish button when no requirement is missing', async () => {
    let state = pattern;
    const complete = { ...pattern, missing: [] } as OwnPattern;
    await open({
      '/api/users/patterns/p1': () => ({ data: state }),
      '/api/patterns/p1/publish': () => {
        state = { ...complete, status: 'published' };
        return { data: state };
      },
    });
    const publish = (await findButton('Publish')).closest('button')!;
    expect(publish.disabled).toBe(true);
    await userEvent.click(screen.getByText('A file to print or project'));
    expect(document.activeElement?.textContent).toBe('Files');
    state = complete;
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(publish.disabled).toBe(false));
    await userEvent.click(publish);
    expect(await screen.findByText('Your pattern is in the shop.')).toBeTruthy();
    expect(await findButton('Take off sale')).toBeTruthy();
  });

  it('shows that the pattern does not exist', async () => {
    await open({
      '/api/users/patterns/p1': () => ({ status: 404, error: { code: 'PATTERN_NOT_FOUND', message: '' } }),
    });
    expect(await screen.findByText('We could not find this pattern in your account')).toBeTruthy();
  });

  it('refuses a file that is not a PDF, and uploads nothing', async () => {
    const calls = await open({});
    const field = (await screen.findAllByLabelText<HTMLInputElement>('Choose PDF for A4')).find(
      ({ tagName }) => tagName === 'INPUT',
    )!;
    await userEvent.upload(field, new File(['x'], 'picture.png', { type: 'image/png' }), { applyAccept: false });
    expect(await screen.findByText(/This is not a PDF file\./)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
