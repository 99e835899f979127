import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeApi, lina, openScreen, session } from '../../../../test/screen';
import { storeTokens } from '../../../api/tokens';
import ReportDialog from './report-dialog';

// The DOM of the tests has no modal dialogs.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

const received = { '/api/patterns/p1/report': () => ({ data: { state: 'open', reference: 'NR-2026-000042' } }) };
const open = (responses: Parameters<typeof fakeApi>[0] = received) => {
  const calls = fakeApi(responses);
  return openScreen(<ReportDialog patternId="p1" onClose={vi.fn()} />, { at: '/en' }).then(() => calls);
};
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send report' }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the report of a guest', () => {
  it('shows a problem beside each missing field, focuses the first one, and is sent when it is complete', async () => {
    const calls = await open();
    send();
    const problems = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(problems.filter(Boolean)).toEqual([
      'Please choose what it is about.',
      'Please explain your report in at least 10\u00A0characters.',
      'Please enter your name.',
      'Please enter a valid email address.',
      'Please confirm that your information is accurate.',
    ]);
    expect(document.activeElement).toHaveProperty('name', 'reason');
    fireEvent.click(screen.getByLabelText('It infringes copyright'));
    type('Why does it not belong in the shop?', 'From my book, page 3');
    type('Your name', 'Kim');
    type('Your email address', 'kim@example.com');
    fireEvent.click(screen.getByLabelText(/^To the best of my knowledge/));
    send();
    expect(await screen.findByText(/The reference of your report is NR-2026-000042\./)).toBeTruthy();
    const body = { reason: 'copyright', text: 'From my book, page 3', name: 'Kim', email: 'kim@example.com' };
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
      { body: { ...body, good_faith: true, locale: 'en' } },
    ]);
  });

  it('about the abuse of minors needs no name and no address', async () => {
    const calls = await open();
    fireEvent.click(screen.getByLabelText('Sexual abuse of minors'));
    expect(screen.getByLabelText('Your name (optional)')).toBeTruthy();
    type('Why does it not belong in the shop?', 'The second picture');
    fireEvent.click(screen.getByLabelText(/^To the best of my knowledge/));
    send();
    expect(await screen.findByText(/NR-2026-000042/)).toBeTruthy();
    const call = calls.find(({ method }) => method === 'POST');
    expect(call!.body).toEqual({ reason: 'minors', text: 'The second picture', good_faith: true, locale: 'en' });
  });

  it('shows the field that the server refuses', async () => {
    const details = [{ field: 'email', message: 'Please enter a valid email address' }];
    const error = { code: 'VALIDATION_FAILED', message: 'No', details };
    await open({ '/api/patterns/p1/report': () => ({ status: 400, error }) });
    fireEvent.click(screen.getByLabelText('Something else'));
    type('Why does it not belong in the shop?', 'Not a pattern');
    type('Your name', 'Kim');
    type('Your email address', 'kim@example.c');
    fireEvent.click(screen.getByLabelText(/^To the best of my knowledge/));
    send();
    expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy();
  });
});

it('a signed-in user reports without a name, and reports bad quality without an explanation', async () => {
  storeTokens(session());
  const calls = await open({ ...received, '/api/auth/profile': () => ({ data: lina }) });
  fireEvent.click(await screen.findByLabelText('The files are faulty'));
  expect(screen.queryByLabelText('Your name')).toBeNull();
  send();
  expect(await screen.findByText(/NR-2026-000042/)).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([{ body: { reason: 'quality' } }]);
});
