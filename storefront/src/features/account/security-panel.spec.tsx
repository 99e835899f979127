import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openScreen, fakeApi, session } from '../../../test/screen';
import type { SessionView } from '../../api/security';
import { storeTokens } from '../../api/tokens';
import { SecurityPanel } from './security-panel';

const chrome = { browser: 'Chrome', os: 'Linux', last_used_at: '2026-11-21T09:00:00Z', current: false };
const currentSession = { ...chrome, id: 'current', created_at: '2026-11-20T08:00:00Z', current: true };
const older = { ...chrome, id: 'older', created_at: '2026-11-01T08:00:00Z' };
const newer = { ...chrome, id: 'newer', created_at: '2026-11-02T08:00:00Z' };

/** Opens the panel. `enabled`: whether the second factor is on. `list`: the sessions of the account. */
async function open({ enabled = false, list = [currentSession] as SessionView[] } = {}) {
  storeTokens(session());
  let factor = { enabled, enabled_at: enabled ? '2026-11-01T08:00:00Z' : null };
  let sessions = list;
  const setEnabled = (on: boolean) => (factor = { enabled: on, enabled_at: on ? '2026-11-21T09:00:00Z' : null });
  fakeApi({
    '/api/auth/second-factor': () => ({ data: { ...factor, recovery_codes_left: 10, required: false } }),
    '/api/auth/second-factor/setup': () => ({ data: { qr_svg: '<svg/>', secret: 'ABCD', address: 'otpauth://x' } }),
    '/api/auth/second-factor/confirm': () => (setEnabled(true), { data: { recovery_codes: ['one', 'two'] } }),
    '/api/auth/second-factor/remove': () => (setEnabled(false), { data: {} }),
    '/api/auth/sessions': () => ({ data: { sessions } }),
    '/api/auth/sessions/newer': () => ((sessions = sessions.filter(({ id }) => id !== 'newer')), { data: {} }),
  });
  await openScreen(<SecurityPanel />);
}

const heading = (name: string) => screen.getByRole('heading', { level: 2, name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
async function setUp() {
  await press('Set up a second factor');
  await userEvent.type(screen.getByLabelText(/^Current password/), 'Passwort1');
  await press('Continue');
  await userEvent.type(await screen.findByLabelText('Code from the app'), '123456');
  await press('Switch on');
  await screen.findByRole('heading', { name: 'Your recovery codes' });
}

describe('the section for the second factor', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('confirms after the setup that the factor is on, and focuses the heading', async () => {
    await open();
    await setUp();
    await press('I have kept them safe');
    expect(await screen.findByText('The second factor is on, with new recovery codes.')).toHaveProperty(
      'tagName',
      'OUTPUT',
    );
    expect(document.activeElement).toBe(heading('Second factor'));
  });

  it('confirms that the factor is off, until the user opens the next form', async () => {
    await open({ enabled: true });
    await press('Switch off');
    await userEvent.type(screen.getByLabelText(/^Current password/), 'Passwort1');
    await userEvent.type(screen.getByLabelText(/^Code from the app/), '123456');
    await press('Switch off');
    expect(await screen.findByText('The second factor is off.')).toHaveProperty('tagName', 'OUTPUT');
    expect(document.activeElement).toBe(heading('Second factor'));
    await press('Set up a second factor');
    expect(screen.queryByText('The second factor is off.')).toBeNull();
  });

  it('focuses the heading when the user cancels a step', async () => {
    await open();
    await press('Set up a second factor');
    await press('Cancel');
    expect(document.activeElement).toBe(heading('Second factor'));
    await press('Set up a second factor');
    await userEvent.type(screen.getByLabelText(/^Current password/), 'Passwort1');
    await press('Continue');
    await screen.findByLabelText('Code from the app');
    await press('Cancel');
    expect(document.activeElement).toBe(heading('Second factor'));
  });

  it.each([
    ['the browser provides no clipboard (plain HTTP)', undefined],
    ['the clipboard refuses the text', { writeText: () => Promise.reject(new Error('refused')) }],
  ])('says that the codes were not copied when %s', async (_when, clipboard) => {
    await open();
    await setUp();
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: clipboard } }));
    await press('Copy');
    expect(await screen.findByText(/^Copying did not work/)).toBeTruthy();
  });
});

describe('the session list', () => {
  it('names each button differently, even for two sessions in the same browser', async () => {
    await open({ list: [currentSession, older, newer] });
    await screen.findByText('this device');
    const names = screen.getAllByRole('button', { name: /^End sign-in: Chrome on Linux, signed in on/ });
    expect(new Set(names.map((button) => button.getAttribute('aria-label'))).size).toBe(2);
  });

  it('confirms that a session has ended and focuses the heading', async () => {
    await open({ list: [currentSession, older, newer] });
    const row = (await screen.findByText(/signed in on 2 November 2026/)).closest('li')!;
    await userEvent.click(within(row).getByRole('button'));
    expect(await screen.findByText('Ended.')).toBeTruthy();
    await waitFor(() => expect(row.isConnected).toBe(false));
    expect(document.activeElement).toBe(heading('Where you are signed in'));
  });
});
