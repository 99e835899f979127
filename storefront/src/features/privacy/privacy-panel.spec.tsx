import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openPanel, findSection, refused } from '../../../test/privacy';
import type { AuditEntry, ExportStatus } from '../../api/privacy';

const day = 24 * 60 * 60 * 1000;
const archive = (change: Partial<ExportStatus>): ExportStatus => ({
  requestId: 'e1',
  status: 'ready',
  requestedAt: new Date(Date.now() - 2 * day).toISOString(),
  readyAt: null,
  expiresAt: null,
  bytes: null,
  downloadUrl: null,
  ...change,
});
const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: crypto.randomUUID(),
  action: 'accounts.password-changed',
  actor: 'you',
  details: {},
  occurredAt: '2026-11-21T10:00:00.000Z',
  description: 'Password changed',
  ...change,
});

describe('the archive', () => {
  it.each([
    ['failed', /could not be put together/],
    ['cancelled', /because you asked for your account to be deleted/],
    ['expired', /was deleted after seven days/],
  ] as const)('shows the reason for its status "%s", and can be requested again', async (status, reason) => {
    await openPanel({ '/api/gdpr/export/status': () => ({ data: archive({ status }) }) });
    const data = await findSection('My data');
    expect(await data.findByText(reason)).toBeTruthy();
    expect(data.getByRole('button', { name: 'Request a new archive' })).toBeTruthy();
  });

  it('can be requested once a day', async () => {
    const today = archive({ requestedAt: new Date().toISOString(), bytes: 2_400_000 });
    await openPanel({ '/api/gdpr/export/status': () => ({ data: today }) });
    const data = await findSection('My data');
    expect(await data.findByText(/You can request the next archive from/)).toBeTruthy();
    expect(data.queryByRole('button', { name: /Request/ })).toBeNull();
    expect(data.getByRole('button', { name: 'Download the archive (2 MB)' })).toBeTruthy();
  });

  it('shows a message when the server refuses a second request on the same day', async () => {
    await openPanel({ '/api/gdpr/export': () => refused(429, 'EXPORT_TOO_SOON') });
    await userEvent.click(await screen.findByRole('button', { name: 'Request the archive' }));
    expect(await screen.findByText('You can request your data once a day. Please try again later.')).toBeTruthy();
  });

  it('shows a message when the archive expires before the user clicks the download button', async () => {
    let requests = 0;
    await openPanel({
      '/api/gdpr/export/status': () => ({ data: archive({ status: (requests += 1) === 1 ? 'ready' : 'expired' }) }),
    });
    await userEvent.click(await screen.findByRole('button', { name: /Download the archive/ }));
    expect(await screen.findByText(/was deleted after seven days/)).toBeTruthy();
  });
});

describe('a deletion', () => {
  it('needs a password, and the last administrator is told to make another user an administrator first', async () => {
    await openPanel({
      '/api/gdpr/delete': ({ method }) =>
        method === 'POST' ? refused(409, 'LAST_ADMIN') : { data: { state: 'none', erasesAt: null } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account …' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(screen.getByText('Please enter your password.')).toBeTruthy();
    const password = screen.getByLabelText('Your password');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(password));
    await userEvent.type(screen.getByLabelText('Your password'), 'Kreuzstich7');
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/Make another account an administrator first/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('Your password')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Delete my account …');
  });

  it('that the user wants to confirm by mail has not begun, and a message about the mail replaces the form', async () => {
    await openPanel({
      '/api/gdpr/delete': ({ method }) => ({
        data: { state: 'none', erasesAt: null, ...(method === 'POST' && { confirmation: 'mail' }) },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account …' }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm by email instead' }));
    const sent = await screen.findByText(/We have sent an email to lina@example\.com/);
    expect(document.activeElement).toBe(sent);
    expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull();
  });

  it('that has begun cannot be undone, and a message says so', async () => {
    await openPanel({
      '/api/gdpr/delete': () => ({ data: { state: 'requested', erasesAt: '2026-11-28T12:00:00.000Z' } }),
      '/api/gdpr/delete/undo': () => refused(409, 'DELETION_BEGUN'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByText(/cannot be stopped any more/)).toBeTruthy();
  });
});

describe('the log', () => {
  it('shows each entry with its actor, even entries with unknown actions', async () => {
    const entries = [
      entry({}),
      entry({
        action: 'accounts.role-changed',
        actor: 'staff',
        description: 'Role of the account changed',
        details: { from: 'user', to: 'moderator' },
      }),
      entry({ action: 'future.thing', actor: 'shop', description: 'Change to the account', details: { id: '7' } }),
    ];
    await openPanel({ '/api/gdpr/audit-log': () => ({ data: { entries, total: 3, total_pages: 1 } }) });
    const log = await findSection('What happened in your account');
    const rows = (await log.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^Password changed.*21 November 2026.*, by you$/);
    expect(rows[1]).toMatch(/^Role of the account changed: from member to moderator.*, by an administrator$/);
    expect(rows[2]).toMatch(/^Change to the account\d.*, automatically$/);
  });

  it('shows the older and the newer entries page by page', async () => {
    const pages = ['Password changed', 'Consent given', 'Signed in'].map((description) => [entry({ description })]);
    await openPanel({
      '/api/gdpr/audit-log': (_call, query) => ({
        data: { entries: pages[Number(query.get('page')) - 1], total: 3, total_pages: 3 },
      }),
    });
    const log = await findSection('What happened in your account');
    const button = (name: string) => log.getByRole<HTMLButtonElement>('button', { name });
    expect(await log.findByText(/^Password changed/)).toBeTruthy();
    expect(button('Show newer ones').disabled).toBe(true);
    await userEvent.click(button('Show older ones'));
    expect(await log.findByText(/^Consent given/)).toBeTruthy();
    expect(log.queryByText(/^Password changed/)).toBeNull();
    await userEvent.click(button('Show older ones'));
    expect(await log.findByText(/^Signed in/)).toBeTruthy();
    expect(log.getByText('Page 3 of 3')).toBeTruthy();
    expect(button('Show older ones').disabled).toBe(true);
    await userEvent.click(button('Show newer ones'));
    expect(await log.findByText(/^Consent given/)).toBeTruthy();
  });

  it('of a new account shows that there are no entries', async () => {
    await openPanel();
    expect(await screen.findByText('No entries yet')).toBeTruthy();
  });
});
