import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../../test/screen';
import type { Report } from '../../api/moderation';
import { storeTokens } from '../../api/tokens';
import { findPatternId } from '../../features/moderation/direct-moderation';
import { Page } from './moderation-page';

beforeEach(() => storeTokens(session()));

const report = (id: string, changes: Partial<Report> = {}): Report => ({
  id,
  reference: `NR-2026-${id}`,
  pattern_id: 'dress',
  pattern_title: 'Lina',
  pattern_status: 'published',
  pattern_picture: null,
  designer_name: 'Atelier',
  reason: 'copyright',
  text: 'From my book.',
  open_reports: 2,
  age_seconds: 60,
  reported_at: '2026-11-20T10:00:00Z',
  state: 'open',
  decision: null,
  resolved_at: null,
  ...changes,
});
const respondWith = (reports: Report[]) => ({
  '/api/auth/profile': () => ({ data: { ...lina, role: 'moderator' } }),
  '/api/moderation/reports': () => ({ data: { reports, page: 1, limit: 20, total: reports.length, total_pages: 1 } }),
});
const open = (at = '/en/moderation') => openScreen(<Page />, { at });
const cards = () => screen.findAllByRole('listitem');

describe('a report', () => {
  it('is resolved when the moderator hides its pattern with a reason, and so are other reports of the pattern', async () => {
    const calls = fakeApi({
      ...respondWith([
        report('r1'),
        report('r2', { reason: 'quality' }),
        report('r3', { pattern_id: 'hat', pattern_title: 'Hat' }),
      ]),
      '/api/moderation/reports/r1/resolve': () => ({ data: { id: 'r1', state: 'resolved', decision: 'hidden' } }),
    });
    await open();
    const [first, second, third] = await cards();
    fireEvent.click(within(first!).getByRole('button', { name: 'Hide “Lina”' }));
    for (const problem of [
      'Please choose the ground.',
      'Please state the provision or the clause.',
      /^Please state the facts/,
    ])
      expect(within(first!).getByText(problem)).toBeTruthy();
    expect(document.activeElement).toBe(within(first!).getByLabelText('Ground'));
    fireEvent.change(within(first!).getByLabelText('Ground'), { target: { value: 'law' } });
    fireEvent.change(within(first!).getByLabelText('Provision or clause'), { target: { value: '§ 97 UrhG' } });
    fireEvent.change(within(first!).getByLabelText('Facts and reasons'), { target: { value: 'A copy' } });
    fireEvent.click(within(first!).getByRole('button', { name: 'Hide “Lina”' }));
    for (const card of [first!, second!]) {
      expect(await within(card).findByText(/^Hidden\. Anyone who has already bought it keeps it\./)).toBeTruthy();
    }
    expect(within(third!).getByRole('button', { name: 'Hide “Hat”' })).toBeTruthy();
    expect(screen.getByText('1 open report')).toBeTruthy();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent).toMatchObject([{ body: { decision: 'hidden', note: 'A copy', ground: 'law', clause: '§ 97 UrhG' } }]);
  });

  it('is open again when its decision fails, while a later decision on another report stays', async () => {
    let failDecision = (): void => undefined;
    const lateResponse = new Promise<object>((resolve) => {
      failDecision = () => resolve({ status: 500, error: { code: 'INTERNAL_ERROR', message: 'No' } });
    });
    const hat = report('r2', { pattern_id: 'hat', pattern_title: 'Hat', open_reports: 1 });
    fakeApi({
      ...respondWith([report('r1', { open_reports: 1 }), hat]),
      '/api/moderation/reports/r1/resolve': () => lateResponse,
      '/api/moderation/reports/r2/resolve': () => ({ data: { id: 'r2', state: 'resolved', decision: 'dismissed' } }),
    });
    await open();
    expect(await screen.findByText('2 open reports')).toBeTruthy();
    for (const field of screen.getAllByLabelText('Facts and reasons'))
      fireEvent.change(field, { target: { value: 'Own work' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss report: “Lina”' }));
    expect(await screen.findByText('1 open report')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss report: “Hat”' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss report: “Hat”' })).toBeNull());
    failDecision();
    expect(await screen.findByRole('button', { name: 'Dismiss report: “Lina”' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dismiss report: “Hat”' })).toBeNull();
    expect(screen.getByText('1 open report')).toBeTruthy();
  });

  it('keeps the typed note when its decision fails', async () => {
    const error = { code: 'REPORT_RESOLVED', message: 'No' };
    fakeApi({ ...respondWith([report('r1')]), '/api/moderation/reports/r1/resolve': () => ({ status: 409, error }) });
    await open();
    fireEvent.change(await screen.findByLabelText('Facts and reasons'), { target: { value: 'Looked at it' } });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss report: “Lina”' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/already been decided differently/);
    expect(screen.getByLabelText('Facts and reasons')).toHaveProperty('value', 'Looked at it');
  });

  it('of a hidden pattern has a button that shows the pattern in the shop again', async () => {
    fakeApi({
      ...respondWith([report('r1', { state: 'resolved', decision: 'hidden', pattern_status: 'hidden' })]),
      '/api/moderation/patterns/dress/restore': () => ({ data: { id: 'dress', status: 'published' } }),
    });
    await open('/en/moderation?state=resolved');
    fireEvent.click(await screen.findByRole('button', { name: 'Unhide “Lina”' }));
    fireEvent.click(screen.getByRole('button', { name: 'Unhide “Lina”' }));
    expect(screen.getByText('Please give the reason.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Why it is no longer hidden'), { target: { value: 'Own work' } });
    fireEvent.click(screen.getByRole('button', { name: 'Unhide “Lina”' }));
    expect(await screen.findByText(/The pattern is no longer hidden\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Lina' })).toHaveProperty('pathname', '/en/patterns/dress');
  });

  it('of a resold copy in a draft links to the order that the response names, and can only be settled', async () => {
    const resoldCopy = { reason: 'resold-copy', text: null, pattern_status: 'draft' } as const;
    const calls = fakeApi({
      ...respondWith([
        report('r1', { ...resoldCopy, order_numbers: ['PP-2026-000042'] }),
        report('r2', { ...resoldCopy, pattern_id: 'hat' }),
      ]),
      '/api/moderation/reports/r1/resolve': () => ({ data: { id: 'r1', state: 'resolved', decision: 'dismissed' } }),
    });
    await open();
    const [first, second] = await cards();
    expect(within(first!).getByRole('link', { name: 'PP-2026-000042' })).toHaveProperty(
      'search',
      '?tab=purchases&search=PP-2026-000042',
    );
    expect(within(second!).getByText(/carried the mark of a sale/)).toBeTruthy();
    expect(within(second!).queryByRole('link')).toBeNull();
    expect(within(first!).queryByRole('button', { name: /^Hide/ })).toBeNull();
    fireEvent.click(within(first!).getByRole('button', { name: 'Mark as settled: “Lina”' }));
    expect(await within(first!).findByText(/^Settled\./)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([{ body: { decision: 'dismissed' } }]);
  });
});

describe('the queue of reports', () => {
  it('shows a message when it is empty', async () => {
    fakeApi(respondWith([]));
    await open();
    expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeTruthy();
  });

  it('shows an error when it fails to load, and can be loaded again', async () => {
    let requests = 0;
    fakeApi({
      ...respondWith([]),
      '/api/moderation/reports': () => {
        requests += 1;
        if (requests === 1) return { status: 500, error: { code: 'INTERNAL_ERROR', message: 'Broken' } };
        return respondWith([report('r1')])['/api/moderation/reports']();
      },
    });
    await open();
    expect(await screen.findByText('The reports cannot be loaded')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('From my book.')).toBeTruthy();
  });
});

it('a moderator finds a pattern by its URL', async () => {
  const id = '01890a5d-ac96-7b3c-8d4e-0123456789ab';
  expect(findPatternId(`http://shop.test/en/patterns/${id}?x=1`)).toBe(id);
  fakeApi(respondWith([]));
  const router = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Find' }));
  expect(await screen.findByText('This is not the address of a pattern.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Address of the pattern'), { target: { value: `/patterns/${id}` } });
  fireEvent.click(screen.getByRole('button', { name: 'Find' }));
  expect(await screen.findByText(/This pattern is not visible right now/)).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toBe(`?pattern=${id}`));
});
