import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../../test/screen';
import type { Decision } from '../../api/moderation';
import { storeTokens } from '../../api/tokens';
import { Page } from './moderation-page';

beforeEach(() => storeTokens(session()));

const decision = (id: string, changes: Partial<Decision> = {}): Decision => ({
  id,
  reference: `DR-2026-${id}`,
  pattern_id: 'dress',
  pattern_title: 'Lina',
  pattern_status: 'hidden',
  designer_name: 'Atelier',
  decision: 'hidden',
  ground: 'law',
  clause: '§ 97 UrhG',
  reason: 'Page 3 is from a book.',
  detected_by: 'notice',
  decided_at: '2026-11-20T10:00:00Z',
  moderator: 'mara',
  reports: ['NR-2026-1'],
  reviews: null,
  reviewed_by: null,
  reviewable: true,
  ...changes,
});
const respondWith = (decisions: Decision[]) => ({
  '/api/auth/profile': () => ({ data: { ...lina, role: 'moderator' } }),
  '/api/moderation/decisions': () => ({
    data: { decisions, page: 1, limit: 20, total: decisions.length, total_pages: 1 },
  }),
});
const open = (query = '') => openScreen(<Page />, { at: `/en/moderation?state=log${query}` });

it('the log shows who decided what, when and why, and the reporters only if the response names them', async () => {
  const notifiers = [{ reference: 'NR-2026-1', name: 'Kim', email: null }];
  fakeApi(respondWith([decision('1', { notifiers }), decision('2', { moderator: null, reviewed_by: 'DR-2026-3' })]));
  await open();
  const [first, second] = await screen.findAllByRole('heading', { level: 2, name: 'Hidden: Lina' });
  const text = (heading: HTMLElement) => heading.closest('li')!.textContent;
  for (const part of [
    'DR-2026-1',
    'mara',
    'after a report',
    'Law: § 97 UrhG',
    'Page 3 is from a book.',
    'Reports: NR-2026-1',
  ])
    expect(text(first!)).toContain(part);
  expect(text(first!)).toContain('NR-2026-1: Kim, no address');
  expect(text(second!)).toContain('deleted account');
  expect(text(second!)).toContain('Decided again: DR-2026-3');
  expect(text(second!)).not.toContain('Reported by');
});

it('the log is filtered by decision and reference', async () => {
  fakeApi(respondWith([decision('1')]));
  const router = await open();
  const form = await screen.findByRole('form', { name: 'Filter decisions' });
  fireEvent.change(within(form).getByLabelText('Decision'), { target: { value: 'hidden' } });
  fireEvent.change(within(form).getByLabelText('Reference'), { target: { value: ' NR-2026-1 ' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(router.state.location.search).toBe('?state=log&decision=hidden&reference=NR-2026-1'));
});

it('an objection is decided with a reason; a ground is asked for only to hide', async () => {
  const calls = fakeApi({
    ...respondWith([decision('1', { decision: 'dismissed', ground: null, clause: null, pattern_status: 'published' })]),
    '/api/moderation/decisions/1/review': () => ({ data: { id: '4', reference: 'DR-2026-4', decision: 'hidden' } }),
  });
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Decide on an objection: DR-2026-1' }));
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Decide and notify' }));
  send();
  expect(screen.getByRole('alert').textContent).toBe('Please choose a decision.');
  fireEvent.click(screen.getByLabelText('The decision stands'));
  expect(screen.queryByLabelText('Ground')).toBeNull();
  fireEvent.click(screen.getByLabelText('Hide'));
  fireEvent.change(screen.getByLabelText('Facts and reasons'), { target: { value: 'From a book' } });
  send();
  expect(screen.getByText('Please choose the ground.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Ground'), { target: { value: 'terms' } });
  fireEvent.change(screen.getByLabelText('Provision or clause'), { target: { value: 'Section 7' } });
  send();
  expect(await screen.findByText('Decided under the reference DR-2026-4.')).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
    { body: { decision: 'hidden', ground: 'terms', clause: 'Section 7', reason: 'From a book' } },
  ]);
});

it('a decision that the moderator has made cannot be reviewed by the same moderator', async () => {
  fakeApi(respondWith([decision('1', { reviewable: false })]));
  await open();
  expect(await screen.findByText('Page 3 is from a book.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /objection/ })).toBeNull();
});
