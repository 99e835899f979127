import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { noConsents, openPanel, findSection, refused } from '../../../test/privacy';
import { lina } from '../../../test/screen';
import type { Consents } from '../../api/privacy';

/** The consents of a shop that uses all types of consent. The panel shows a button for each consent. */
const allUsed: Consents = {
  ...noConsents,
  consents: noConsents.consents.map((consent) => ({ ...consent, used: true })),
};

describe('consents', () => {
  it('have a button only when the shop uses them', async () => {
    await openPanel();
    const consents = await findSection('Consents');
    expect(await consents.findByRole('button', { name: 'Give consent News by email' })).toBeTruthy();
    expect(consents.getAllByRole('button')).toHaveLength(1);
    expect(consents.queryByText(/Analysis|recommendations/)).toBeNull();
  });

  it('can be withdrawn but not given when the shop does not use them', async () => {
    const grantedAt = '2026-11-20T10:00:00.000Z';
    const consentsWith = (granted: boolean): Consents => ({
      consents: noConsents.consents.map((consent) =>
        consent.type === 'analytics'
          ? { ...consent, granted, grantedAt, withdrawnAt: granted ? null : grantedAt }
          : consent,
      ),
      history: [],
    });
    await openPanel({
      '/api/gdpr/consent': () => ({ data: consentsWith(true) }),
      '/api/gdpr/consent/withdraw': () => ({ data: consentsWith(false) }),
    });
    const consents = await findSection('Consents');
    expect(
      await consents.findByText('We do not use this consent; it is only stored. You can withdraw it.'),
    ).toBeTruthy();
    await userEvent.click(consents.getByRole('button', { name: 'Withdraw Analysis' }));
    expect(await consents.findByText(/^Withdrawn on/)).toBeTruthy();
    expect(consents.queryByRole('button', { name: /Analysis/ })).toBeNull();
  });

  it('keep their state when saving fails, and show a message', async () => {
    await openPanel({
      '/api/gdpr/consent': ({ method }) => (method === 'POST' ? refused(500, 'INTERNAL') : { data: allUsed }),
    });
    const consents = await findSection('Consents');
    const button = await consents.findByRole('button', { name: 'Give consent Analysis' });
    await userEvent.click(button);
    expect((await consents.findByRole('alert')).textContent).toContain('everything stays as it was');
    expect(button.textContent).toBe('Give consent');
    expect(document.activeElement).toBe(button);
  });

  describe('the panel with a pending request', () => {
    const labels = {
      analytics: 'Analysis',
      marketing_emails: 'News by email',
      personalization: 'Personal recommendations',
    };
    const given = new Set<string>();
    const currentConsents = (): Consents => ({
      consents: allUsed.consents.map((consent) => ({ ...consent, granted: given.has(consent.type) })),
      history: [],
    });
    /** Consents to the analysis. The server responds to this request when the test calls `respond`. */
    async function consentToAnalysis(status = 200) {
      given.clear();
      let respond = () => {};
      const response = new Promise<void>((resolve) => (respond = resolve));
      let posts = 0;
      const calls = await openPanel({
        '/api/gdpr/consent': async ({ method, body }) => {
          if (method === 'GET') return { data: currentConsents() };
          const first = (posts += 1) === 1;
          if (first) await response;
          if (first && status !== 200) return refused(status, 'INTERNAL');
          given.add((body.consentTypes as string[])[0]!);
          return { data: currentConsents() };
        },
      });
      const consents = await findSection('Consents');
      const decide = async (name: string) =>
        userEvent.click(await consents.findByRole('button', { name: `Give consent ${name}` }));
      await decide(labels.analytics);
      const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body.consentTypes);
      return { consents, decide, sent, respond };
    }

    it('sends the next decision only after the request has ended, even if it failed', async () => {
      for (const status of [200, 500]) {
        const { consents, decide, sent, respond } = await consentToAnalysis(status);
        await decide(labels.marketing_emails);
        expect(sent()).toEqual([['analytics']]);
        respond();
        await consents.findByRole('button', { name: `Withdraw ${labels.marketing_emails}` });
        expect(sent()).toEqual([['analytics'], ['marketing_emails']]);
        expect(consents.queryAllByRole('alert')).toHaveLength(status === 200 ? 0 : 1);
        cleanup();
      }
    });

    it('ignores a second click on the same button', async () => {
      const { consents, decide, sent, respond } = await consentToAnalysis();
      await decide(labels.analytics);
      respond();
      await consents.findByRole('button', { name: `Withdraw ${labels.analytics}` });
      expect(sent()).toEqual([['analytics']]);
    });

    it('does not apply the response to the consents of another user who has signed in meanwhile', async () => {
      let signedInUser = lina;
      let respond = () => {};
      const response = new Promise<void>((resolve) => (respond = resolve));
      let reads = 0;
      await openPanel({
        '/api/auth/profile': () => ({ data: signedInUser }),
        '/api/gdpr/consent': async ({ method }) => {
          if (method === 'GET') reads += 1;
          else await response;
          given.clear();
          if (method === 'POST') given.add('analytics');
          return { data: currentConsents() };
        },
      });
      const consents = await findSection('Consents');
      await userEvent.click(await consents.findByRole('button', { name: 'Give consent Analysis' }));
      signedInUser = { ...lina, id: 'u2', email: 'mara@example.com' };
      window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: 'another' }));
      await waitFor(() => expect(reads).toBe(2));
      respond();
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      expect(consents.getByRole('button', { name: 'Give consent Analysis' })).toBeTruthy();
      expect(reads).toBe(2);
    });

    it('never sends the waiting decision of a user who has been signed out', async () => {
      const { decide, sent, respond } = await consentToAnalysis();
      await decide(labels.marketing_emails);
      window.dispatchEvent(new Event('session-ended'));
      respond();
      // The panel sends decisions in order: if the panel still had the dropped decision, it would send that decision first.
      await decide(labels.personalization);
      await waitFor(() => expect(sent()).toContainEqual(['personalization']));
      expect(sent()).toEqual([['analytics'], ['personalization']]);
    });
  });

  it('are saved after each decision, even while the audit log is being fetched again', async () => {
    const consentsWith = (granted: boolean): Consents => ({
      consents: allUsed.consents.map((consent) => (consent.type === 'analytics' ? { ...consent, granted } : consent)),
      history: [],
    });
    let logs = 0;
    const calls = await openPanel({
      '/api/gdpr/consent': ({ method }) => ({ data: consentsWith(method === 'POST') }),
      '/api/gdpr/consent/withdraw': () => ({ data: consentsWith(false) }),
      // The log loads once; later requests get no response.
      '/api/gdpr/audit-log': () =>
        (logs += 1) === 1 ? { data: { entries: [], total: 0, total_pages: 0 } } : new Promise(() => undefined),
    });
    const consents = await findSection('Consents');
    await userEvent.click(await consents.findByRole('button', { name: 'Give consent Analysis' }));
    await userEvent.click(await consents.findByRole('button', { name: 'Withdraw Analysis' }));
    await consents.findByRole('button', { name: 'Give consent Analysis' });
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/gdpr/consent',
      '/api/gdpr/consent/withdraw',
    ]);
  });

  it('can be loaded again when they failed to load, and the other sections are shown meanwhile', async () => {
    let requests = 0;
    await openPanel({
      '/api/gdpr/consent': () => ((requests += 1) === 1 ? refused(500, 'INTERNAL') : { data: allUsed }),
    });
    const consents = await findSection('Consents');
    await consents.findByText(/Everything is stored safely|problem/i);
    expect(await screen.findByRole('button', { name: 'Request the archive' })).toBeTruthy();
    await userEvent.click(consents.getByRole('button', { name: /again/i }));
    expect(await consents.findAllByText('Not given')).toHaveLength(3);
  });
});
