import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { lina, openScreen, playApi } from '../../../test/screen';
import type { AuditEntry, Consents, DeletionState, ExportStatus } from '../../api/privacy';
import { storeTokens } from '../../api/tokens';
import { PrivacyPanel } from './privacy-panel';

const day = 24 * 60 * 60 * 1000;
const never = { granted: false, grantedAt: null, withdrawnAt: null, version: null };
const noConsents: Consents = {
  consents: (['marketing_emails', 'analytics', 'personalization'] as const).map((type) => ({ type, ...never })),
  history: [],
};
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
const refused = (status: number, code: string) => ({ status, error: { code, message: code } });

type Answers = Parameters<typeof playApi>[0];
async function openPanel(answers: Answers = {}) {
  const none: DeletionState = { state: 'none', erasesAt: null };
  const calls = playApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/gdpr/consent': () => ({ data: noConsents }),
    '/api/gdpr/export/status': () => refused(404, 'EXPORT_NOT_FOUND'),
    '/api/gdpr/delete': () => ({ data: none }),
    '/api/gdpr/audit-log': () => ({ data: { entries: [] } }),
    ...answers,
  });
  await openScreen(<PrivacyPanel />);
  return calls;
}
const part = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

describe('consents', () => {
  it('stay as they were when one could not be saved, and say so beside it', async () => {
    await openPanel({
      '/api/gdpr/consent': ({ method }) => (method === 'POST' ? refused(500, 'INTERNAL') : { data: noConsents }),
    });
    const consents = await part('Consents');
    const button = await consents.findByRole('button', { name: 'Consent Analysis' });
    await userEvent.click(button);
    expect((await consents.findByRole('alert')).textContent).toContain('everything stays as it was');
    expect(button.textContent).toBe('Consent');
    expect(document.activeElement).toBe(button);
  });

  describe('while one is on its way', () => {
    const TYPES = {
      analytics: 'Analysis',
      marketing_emails: 'News by e-mail',
      personalization: 'Personal recommendations',
    };
    const given = new Set<string>();
    const answer = (): Consents => ({
      consents: noConsents.consents.map((one) => ({ ...one, granted: given.has(one.type) })),
      history: [],
    });
    /** The first decision is not answered until `arrive` is called. */
    async function decideOnAnalysis(status = 200) {
      given.clear();
      let arrive = () => {};
      const arrival = new Promise<void>((done) => (arrive = done));
      let posts = 0;
      const calls = await openPanel({
        '/api/gdpr/consent': async ({ method, body }) => {
          if (method === 'GET') return { data: answer() };
          const first = (posts += 1) === 1;
          if (first) await arrival;
          if (first && status !== 200) return refused(status, 'INTERNAL');
          given.add((body.consentTypes as string[])[0]!);
          return { data: answer() };
        },
      });
      const consents = await part('Consents');
      const decide = async (name: string) =>
        userEvent.click(await consents.findByRole('button', { name: `Consent ${name}` }));
      await decide(TYPES.analytics);
      const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body.consentTypes);
      return { consents, decide, sent, arrive };
    }

    it('the next one waits for it, whatever becomes of it', async () => {
      for (const status of [200, 500]) {
        const { consents, decide, sent, arrive } = await decideOnAnalysis(status);
        await decide(TYPES.marketing_emails);
        expect(sent()).toEqual([['analytics']]);
        arrive();
        await consents.findByRole('button', { name: `Withdraw ${TYPES.marketing_emails}` });
        expect(sent()).toEqual([['analytics'], ['marketing_emails']]);
        expect(consents.queryAllByRole('alert')).toHaveLength(status === 200 ? 0 : 1);
        cleanup();
      }
    });

    it('a second click on its button wishes nothing new', async () => {
      const { consents, decide, sent, arrive } = await decideOnAnalysis();
      await decide(TYPES.analytics);
      arrive();
      await consents.findByRole('button', { name: `Withdraw ${TYPES.analytics}` });
      expect(sent()).toEqual([['analytics']]);
    });

    it('its answer is nothing for whoever is signed in by then', async () => {
      let who = lina;
      let arrive = () => {};
      const arrival = new Promise<void>((done) => (arrive = done));
      let reads = 0;
      await openPanel({
        '/api/auth/profile': () => ({ data: who }),
        '/api/gdpr/consent': async ({ method }) => {
          if (method === 'GET') reads += 1;
          else await arrival;
          given.clear();
          if (method === 'POST') given.add('analytics');
          return { data: answer() };
        },
      });
      const consents = await part('Consents');
      await userEvent.click(await consents.findByRole('button', { name: 'Consent Analysis' }));
      who = { ...lina, id: 'u2', email: 'mara@example.com' };
      window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: 'another' }));
      await waitFor(() => expect(reads).toBe(2));
      arrive();
      await act(() => new Promise((done) => setTimeout(done)));
      expect(consents.getByRole('button', { name: 'Consent Analysis' })).toBeTruthy();
      expect(reads).toBe(2);
    });

    it('the next one is dropped when its person is no longer signed in', async () => {
      const { decide, sent, arrive } = await decideOnAnalysis();
      await decide(TYPES.marketing_emails);
      window.dispatchEvent(new Event('session-ended'));
      arrive();
      // What is wished from now on would come after it.
      await decide(TYPES.personalization);
      await waitFor(() => expect(sent()).toContainEqual(['personalization']));
      expect(sent()).toEqual([['analytics'], ['personalization']]);
    });
  });

  it('take every decision, also the one made while the log is still being loaded again', async () => {
    const standing = (granted: boolean): Consents => ({
      consents: noConsents.consents.map((one) => (one.type === 'analytics' ? { ...one, granted } : one)),
      history: [],
    });
    let logs = 0;
    const calls = await openPanel({
      '/api/gdpr/consent': ({ method }) => ({ data: standing(method === 'POST') }),
      '/api/gdpr/consent/withdraw': () => ({ data: standing(false) }),
      // The log is read at first, and never answers again.
      '/api/gdpr/audit-log': () => ((logs += 1) === 1 ? { data: { entries: [] } } : new Promise(() => undefined)),
    });
    const consents = await part('Consents');
    await userEvent.click(await consents.findByRole('button', { name: 'Consent Analysis' }));
    await userEvent.click(await consents.findByRole('button', { name: 'Withdraw Analysis' }));
    await consents.findByRole('button', { name: 'Consent Analysis' });
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/gdpr/consent',
      '/api/gdpr/consent/withdraw',
    ]);
  });

  it('are loaded again on their own when they could not be loaded, while the rest is there', async () => {
    let asked = 0;
    await openPanel({
      '/api/gdpr/consent': () => ((asked += 1) === 1 ? refused(500, 'INTERNAL') : { data: noConsents }),
    });
    const consents = await part('Consents');
    await consents.findByText(/Everything is stored safely|problem/i);
    expect(await screen.findByRole('button', { name: 'Request the archive' })).toBeTruthy();
    await userEvent.click(consents.getByRole('button', { name: /again/i }));
    expect(await consents.findAllByText('Not given')).toHaveLength(3);
  });
});

describe('the archive', () => {
  it.each([
    ['failed', /could not be put together/],
    ['cancelled', /because you asked for your account to be deleted/],
    ['expired', /was deleted after seven days/],
  ] as const)('that is %s says why and can be asked for anew', async (status, words) => {
    await openPanel({ '/api/gdpr/export/status': () => ({ data: archive({ status }) }) });
    const data = await part('My data');
    expect(await data.findByText(words)).toBeTruthy();
    expect(data.getByRole('button', { name: 'Request a new archive' })).toBeTruthy();
  });

  it('of today leaves the next one for tomorrow', async () => {
    const today = archive({ requestedAt: new Date().toISOString(), bytes: 2_400_000 });
    await openPanel({ '/api/gdpr/export/status': () => ({ data: today }) });
    const data = await part('My data');
    expect(await data.findByText(/You can request the next archive from/)).toBeTruthy();
    expect(data.queryByRole('button', { name: /Request/ })).toBeNull();
    expect(data.getByRole('button', { name: 'Download the archive (2 MB)' })).toBeTruthy();
  });

  it('that was asked for elsewhere meanwhile is not asked for twice', async () => {
    await openPanel({ '/api/gdpr/export': () => refused(429, 'EXPORT_TOO_SOON') });
    await userEvent.click(await screen.findByRole('button', { name: 'Request the archive' }));
    expect(await screen.findByText('You can request your data once a day. Please try again later.')).toBeTruthy();
  });

  it('that went away before the click says so instead of leading nowhere', async () => {
    let asked = 0;
    await openPanel({
      '/api/gdpr/export/status': () => ({ data: archive({ status: (asked += 1) === 1 ? 'ready' : 'expired' }) }),
    });
    await userEvent.click(await screen.findByRole('button', { name: /Download the archive/ }));
    expect(await screen.findByText(/was deleted after seven days/)).toBeTruthy();
  });
});

describe('a deletion', () => {
  it('is not there for the last administrator, who is told what to do first', async () => {
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
    expect(await screen.findByText(/Make somebody else an administrator first/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('Your password')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Delete my account …');
  });

  it('that a mail has to confirm is announced where the form was, and nothing else changes', async () => {
    await openPanel({
      '/api/gdpr/delete': ({ method }) => ({
        data: { state: 'none', erasesAt: null, ...(method === 'POST' && { confirmation: 'mail' }) },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account …' }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm by e-mail instead' }));
    const sent = await screen.findByText(/We have sent an e-mail to lina@example\.com/);
    expect(document.activeElement).toBe(sent);
    expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull();
  });

  it('that has begun cannot be undone any more, and says so', async () => {
    await openPanel({
      '/api/gdpr/delete': () => ({ data: { state: 'requested', erasesAt: '2026-11-28T12:00:00.000Z' } }),
      '/api/gdpr/delete/undo': () => refused(409, 'DELETION_BEGUN'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByText(/cannot be stopped any more/)).toBeTruthy();
  });
});

describe('the log', () => {
  it('says what happened and who it was, also of what it has never heard of', async () => {
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
    await openPanel({ '/api/gdpr/audit-log': () => ({ data: { entries } }) });
    const log = await part('What happened in your account');
    const rows = (await log.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^Password changed.*21 November 2026.*, by you$/);
    expect(rows[1]).toMatch(/^Role of the account changed: from member to moderator.*, by an administrator$/);
    expect(rows[2]).toMatch(/^Change to the account\d.*, automatically$/);
  });

  it('shows fifty entries and older ones on request, up to two hundred, and then says where the rest is', async () => {
    const all = Array.from({ length: 300 }, () => entry({}));
    let asked = 0;
    await openPanel({ '/api/gdpr/audit-log': () => ({ data: { entries: all.slice(0, (asked += 1) * 50) } }) });
    const log = await part('What happened in your account');
    for (const shown of [50, 100, 150]) {
      await waitFor(() => expect(log.getAllByText(/^Password changed/)).toHaveLength(shown));
      await userEvent.click(log.getByText('Show older ones'));
    }
    expect(await log.findByText(/even older entries/)).toBeTruthy();
    expect(log.getAllByText(/^Password changed/)).toHaveLength(200);
    expect(log.queryByText('Show older ones')).toBeNull();
  });

  it('of an account in which nothing has happened yet says so', async () => {
    await openPanel();
    expect(await screen.findByText('Nothing to report yet')).toBeTruthy();
  });
});
