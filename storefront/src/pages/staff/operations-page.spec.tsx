import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { healthy, detail, eventPath, dead, queueNames, ok, fakeOperations, unhealthy } from '../../../test/operations';
import { openScreen, session } from '../../../test/screen';
import type { Operations } from '../../api/operations';
import { storeTokens } from '../../api/tokens';
import type { Language } from '../../api/types';
import { readOperationsView, writeOperationsView } from '../../features/admin/operations/use-operations-view';
import { Page } from './operations-page';

beforeEach(() => storeTokens(session()));
afterEach(() => vi.useRealTimers());

const open = (language: Language = 'en', query = '') =>
  openScreen(<Page />, { at: `${language === 'en' ? '/en' : ''}/admin/operations${query}`, language });
const deadLetterRegion = () => screen.getByRole('region', { name: 'Dead letters' });
const findDeadLetterButton = async (name: string) => within(deadLetterRegion()).findByRole('button', { name });

describe('the health of the shop', () => {
  it('is shown as one sentence and as a state for each part and each queue', async () => {
    fakeOperations(() => []);
    await open();
    expect(await screen.findByText('Everything is running.')).toBeTruthy();
    const parts = within(screen.getByRole('region', { name: 'Technology' })).getAllByRole('listitem');
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      'OKDatabaseanswers in 3\u00A0ms',
      'OKQueues in Redisanswers in 3\u00A0ms',
      'OKFile storageanswers in 3\u00A0ms',
      'OKDatabase schemafits this version of the API',
      'OKOutboxnothing waiting',
    ]);
    const openWork = within(screen.getByRole('region', { name: 'Business' })).getAllByRole('listitem');
    expect(openWork.slice(2, 5).map(({ textContent }) => textContent)).toEqual([
      'OKFailed refundsnone open',
      'OKWithdrawals to decidenone open',
      'OKChargebacksnone open',
    ]);
    const rows = within(screen.getByRole('table', { name: 'Queues' })).getAllByRole<HTMLTableRowElement>('row');
    expect(rows.map(({ cells }) => cells[0]!.textContent).slice(1)).toEqual(queueNames);
    expect(await screen.findByText('No dead letters')).toBeTruthy();
  });

  it('names the parts with problems and shows unknown values as a question mark', async () => {
    fakeOperations(
      () => [],
      {},
      () => unhealthy,
    );
    await open('de');
    expect(await screen.findByText('Es gibt eine Störung.')).toBeTruthy();
    expect(screen.getByText('Gestört: Dateispeicher.')).toBeTruthy();
    expect(screen.getByText('Bitte prüfen: Gescheiterte Aufträge und Warteschlange mail.')).toBeTruthy();
    expect(screen.getByText('keine Antwort nach 3.000 ms')).toBeTruthy();
    expect(screen.getByText('1 wartet auf dich')).toBeTruthy();
    expect(screen.getByText('2 warten (am längsten 3 Tage)')).toBeTruthy();
    const mail = screen.getByRole<HTMLTableRowElement>('row', { name: /^mail/ });
    expect([...mail.cells].map(({ textContent }) => textContent)).toEqual([
      'mail',
      'prüfen',
      '?',
      '1',
      '2',
      '3',
      '1.240',
      '3 Min.',
    ]);
  });

  it('is polled while the page is visible, announced when its state changes, and marked when it is old', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let health: Operations | null = healthy;
    const { calls } = fakeOperations(() => [], {
      '/api/admin/operations': () => (health ? { data: health } : { status: 500, error: { code: 'X', message: 'X' } }),
    });
    const countRequests = () => calls.filter((call) => call.path === '/api/admin/operations').length;
    const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await open();
    const announcement = (await screen.findByText('Everything is running.')).closest('output')!;
    const onAnnouncement = vi.fn<MutationCallback>();
    new MutationObserver(onAnnouncement).observe(announcement, { childList: true, characterData: true, subtree: true });
    health = { ...healthy, outbox: { ...ok, waiting: 2, oldestAgeSeconds: 4 } };
    await advance(10_000);
    expect(await screen.findByText('2 waiting (longest 4 secs)')).toBeTruthy();
    expect(onAnnouncement).not.toHaveBeenCalled();

    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    const requestsBefore = countRequests();
    await advance(60_000);
    expect(countRequests()).toBe(requestsBefore);
    expect(screen.getByRole('alert').textContent).toContain('These figures are old: as of ');
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(countRequests()).toBe(requestsBefore + 1);

    health = null;
    await advance(10_000);
    expect((await screen.findByRole('alert')).textContent).toMatch(/These figures are old.*Server error/);
    health = unhealthy;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(announcement.textContent).toContain('Down: File storage.'));
  });

  it('shows an error when it fails to load, and can be loaded again', async () => {
    let health: Operations | null = null;
    fakeOperations(() => [], {
      '/api/admin/operations': () => (health ? { data: health } : { status: 503, error: { code: 'X', message: 'X' } }),
    });
    await open();
    const failed = await screen.findByText('The status of the shop cannot be loaded');
    health = healthy;
    fireEvent.click(within(failed.parentElement!).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Everything is running.')).toBeTruthy();
  });
});

describe('a dead letter', () => {
  it('can be replayed, and the page then polls until the job is done', async () => {
    let deadLetters = [dead];
    const { calls } = fakeOperations(() => deadLetters, {
      [eventPath('/deliveries/send-receipt/replay')]: () => {
        deadLetters = [];
        return { data: { eventId: dead.id, job: 'send-receipt', state: 'open', changed: true } };
      },
    });
    await open();
    expect(await screen.findByText('550 no such mailbox')).toBeTruthy();
    fireEvent.click(await findDeadLetterButton('Run again: send-receipt'));
    expect(await screen.findByText('send-receipt is done.')).toBe(document.activeElement);
    expect(await screen.findByText('No dead letters')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('shows its new error when it fails again after a replay', async () => {
    let deadLetters = [dead];
    const failedAgain = dead.deliveries.map((execution) =>
      execution.state === 'dead' ? { ...execution, lastError: 'still no mailbox' } : execution,
    );
    const { queries } = fakeOperations(() => deadLetters, {
      [eventPath()]: async () => {
        // Waits until the list was refetched and is empty.
        await waitFor(() => expect(queries.filter((query) => query.get('state') === 'dead')).toHaveLength(2));
        deadLetters = [{ ...dead, deliveries: failedAgain }];
        return detail(deadLetters[0]!);
      },
      [eventPath('/deliveries/send-receipt/replay')]: () => {
        deadLetters = [];
        return { data: { eventId: dead.id, job: 'send-receipt', state: 'open', changed: true } };
      },
    });
    await open();
    await screen.findByText('550 no such mailbox');
    fireEvent.click(await findDeadLetterButton('Run again: send-receipt'));
    expect(await screen.findByText('send-receipt has failed again. The list shows the error.')).toBeTruthy();
    expect(await screen.findByText('still no mailbox')).toBeTruthy();
  });

  it.each([
    [409, { code: 'DELIVERY_NOT_DEAD' }, 'This job has not failed permanently. Nothing was changed.'],
    [409, { code: 'DELIVERY_DISCARDED' }, 'This job has already been closed for good.'],
    [200, undefined, 'This had already been done; you have changed nothing.'],
  ])('leaves the list when another administrator has already handled it (%s, %j)', async (status, error, message) => {
    let deadLetters = [dead];
    fakeOperations(() => deadLetters, {
      [eventPath('/deliveries/send-receipt/replay')]: () => {
        deadLetters = [];
        const data = { eventId: dead.id, job: 'send-receipt', state: 'open', changed: false };
        return { status, data, error: error && { ...error, message: 'No' } };
      },
    });
    await open();
    await screen.findByText('550 no such mailbox');
    fireEvent.click(await findDeadLetterButton('Run again: send-receipt'));
    expect(await screen.findByText(`Another administrator was quicker with send-receipt. ${message}`)).toBeTruthy();
    expect(await screen.findByText('No dead letters')).toBeTruthy();
  });

  it('appears in the list when it is new, unless a button of the list has the focus', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { queries } = fakeOperations(() => [dead]);
    await open();
    const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const countRefetches = () => queries.filter((query) => query.get('state') === 'dead').length;
    const button = await findDeadLetterButton('Run again: send-receipt');
    await advance(10_000);
    expect(countRefetches()).toBe(2);
    act(() => button.focus());
    await advance(30_000);
    expect(countRefetches()).toBe(2);
    act(() => button.blur());
    await advance(10_000);
    expect(countRefetches()).toBe(3);
  });

  it('stays in the list with an error when its replay fails', async () => {
    fakeOperations(() => [dead], {
      [eventPath('/deliveries/send-receipt/replay')]: () => ({ status: 500, error: { code: 'X', message: 'X' } }),
    });
    await open();
    await screen.findByText('550 no such mailbox');
    fireEvent.click(await findDeadLetterButton('Run again: send-receipt'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^That did not work. Server error/);
  });

  it('can be discarded in its details, but only with a reason', async () => {
    let deadLetters = [dead];
    const { calls } = fakeOperations(() => deadLetters, {
      [eventPath()]: () =>
        detail(dead, [
          {
            deed: 'replayed',
            job: 'send-receipt',
            by: 'operator',
            actorId: null,
            reason: null,
            at: '2026-11-22T06:10:00Z',
          },
        ]),
      [eventPath('/deliveries/send-receipt/discard')]: () => {
        deadLetters = [];
        return { data: { eventId: dead.id, job: 'send-receipt', state: 'discarded', changed: true } };
      },
    });
    await open('de');
    await screen.findByText('550 no such mailbox');
    fireEvent.click(screen.getAllByRole('button', { name: 'Details: purchases.purchase-completed' })[0]!);
    expect(await screen.findByText('01a1ffb1-aaaa-76e5-a85f-3c3f15abf105')).toBeTruthy();
    expect(screen.getByText(/noch einmal ausgeführt, über die Kommandozeile/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Endgültig schließen: send-receipt' }));
    expect(screen.getByText(/^send-receipt wird dann nie mehr ausgeführt/)).toBeTruthy();
    const reason = screen.getByLabelText('Grund');
    fireEvent.click(screen.getByRole('button', { name: 'Ja, endgültig schließen' }));
    expect(screen.getByText('Bitte gib einen Grund an.')).toBeTruthy();
    expect(reason).toBe(document.activeElement);
    expect(reason.getAttribute('aria-invalid')).toBe('true');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.change(reason, { target: { value: ' Per Post geschickt ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Ja, endgültig schließen' }));
    expect(await screen.findByText('send-receipt ist endgültig geschlossen.')).toBe(document.activeElement);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Per Post geschickt' });
    expect(await screen.findByText('Keine gescheiterten Aufträge')).toBeTruthy();
  });

  it('is replayed with all dead letters of the same job, after a confirmation that shows how many there are', async () => {
    const { calls, queries } = fakeOperations(
      () => Array.from({ length: 3 }, (_, index) => ({ ...dead, id: `${dead.id}${index}` })),
      {
        '/api/admin/events/replay': () => ({ data: { replayed: 2, remaining: 1 } }),
      },
    );
    await open();
    const button = await screen.findByRole('button', { name: 'Run all again' });
    fireEvent.click(button);
    await screen.findByRole('alertdialog', { name: 'Run 3 dead letters of send-receipt again?' });
    expect(queries.at(-1)!.toString()).toBe('state=dead&job=send-receipt&limit=1');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Yes, run again' }));
    expect(await screen.findByText('2 send-receipt jobs are running again. 1 is left.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ job: 'send-receipt' });
  });
});

describe('the search for events', () => {
  it('reads its filters from the URL and writes new filters to it', async () => {
    const { queries } = fakeOperations(() => []);
    const router = await open('en', `?subject=${dead.id}`);
    expect(await screen.findByText('No manual actions so far.')).toBeTruthy();
    expect(queries.some((query) => query.get('subject') === dead.id)).toBe(true);
    fireEvent.change(screen.getByLabelText('Job'), { target: { value: ' send-receipt ' } });
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'done' } });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(router.state.location.search).toBe(`?state=done&job=send-receipt&subject=${dead.id}`));
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.getByLabelText('Job')).toHaveProperty('value', '');
  });

  it('requires a complete id and a period that ends after its start', async () => {
    const { queries } = fakeOperations(() => []);
    const router = await open('de');
    const id = await screen.findByLabelText('Kennung');
    fireEvent.change(id, { target: { value: 'PP-2026-000042' } });
    fireEvent.change(screen.getByLabelText('Von'), { target: { value: '2026-11-22T08:00' } });
    fireEvent.change(screen.getByLabelText('Bis'), { target: { value: '2026-11-22T07:00' } });
    const queriesBefore = queries.length;
    fireEvent.click(screen.getByRole('button', { name: 'Suchen' }));
    expect(await screen.findByText(/^Bitte gib eine vollständige Kennung ein/)).toBeTruthy();
    expect(screen.getByText('Das Ende muss nach dem Anfang liegen.')).toBeTruthy();
    await waitFor(() => expect(id).toBe(document.activeElement));
    expect([router.state.location.search, queries.length]).toEqual(['', queriesBefore]);
  });

  it('ignores invalid values in the URL', () => {
    const read = (query: string) => readOperationsView(new URLSearchParams(query));
    const query = 'state=open&type=a.b&job=c&since=2026-11-22T07%3A00%3A00Z&page=3&letters=2'; // page of dead letters
    expect(writeOperationsView(read(query)).toString()).toBe(query);
    expect(writeOperationsView(read('state=king&subject=PP-7&since=soon&page=-1&letters=501')).toString()).toBe('');
  });
});
