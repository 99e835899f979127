import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { noConsents, openPanel, part, refused } from '../../../test/privacy';
import { lina } from '../../../test/screen';
import type { Consents } from '../../api/privacy';

/** All consents as used ones, so that there are several. */
const allUsed: Consents = { ...noConsents, consents: noConsents.consents.map((one) => ({ ...one, used: true })) };

describe('consents', () => {
  it('are offered only when the shop uses them (review point 6)', async () => {
    await openPanel();
    const consents = await part('Consents');
    expect(await consents.findByRole('button', { name: 'Consent News by email' })).toBeTruthy();
    expect(consents.getAllByRole('button')).toHaveLength(1);
    expect(consents.queryByText(/Analysis|recommendations/)).toBeNull();
  });

  it('that the shop does not use can be withdrawn if the API has given them, but not given (review point 6)', async () => {
    const grantedAt = '2026-11-20T10:00:00.000Z';
    const standing = (granted: boolean): Consents => ({
      consents: noConsents.consents.map((one) =>
        one.type === 'analytics' ? { ...one, granted, grantedAt, withdrawnAt: granted ? null : grantedAt } : one,
      ),
      history: [],
    });
    await openPanel({
      '/api/gdpr/consent': () => ({ data: standing(true) }),
      '/api/gdpr/consent/withdraw': () => ({ data: standing(false) }),
    });
    const consents = await part('Consents');
    expect(
      await consents.findByText('We do not use this consent, it is only stored. You can withdraw it.'),
    ).toBeTruthy();
    await userEvent.click(consents.getByRole('button', { name: 'Withdraw Analysis' }));
    expect(await consents.findByText(/^Withdrawn on/)).toBeTruthy();
    expect(consents.queryByRole('button', { name: /Analysis/ })).toBeNull();
  });

  it('keep their state when saving fails, with a message beside the consent', async () => {
    await openPanel({
      '/api/gdpr/consent': ({ method }) => (method === 'POST' ? refused(500, 'INTERNAL') : { data: allUsed }),
    });
    const consents = await part('Consents');
    const button = await consents.findByRole('button', { name: 'Consent Analysis' });
    await userEvent.click(button);
    expect((await consents.findByRole('alert')).textContent).toContain('everything stays as it was');
    expect(button.textContent).toBe('Consent');
    expect(document.activeElement).toBe(button);
  });

  describe('during a request', () => {
    const TYPES = {
      analytics: 'Analysis',
      marketing_emails: 'News by email',
      personalization: 'Personal recommendations',
    };
    const given = new Set<string>();
    const answer = (): Consents => ({
      consents: allUsed.consents.map((one) => ({ ...one, granted: given.has(one.type) })),
      history: [],
    });
    /** The first decision gets no response until `arrive` is called. */
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

    it('the next decision waits for its end, also after a failure', async () => {
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

    it('a second click on the same button has no effect', async () => {
      const { consents, decide, sent, arrive } = await decideOnAnalysis();
      await decide(TYPES.analytics);
      arrive();
      await consents.findByRole('button', { name: `Withdraw ${TYPES.analytics}` });
      expect(sent()).toEqual([['analytics']]);
    });

    it('the response does not change the consents of a user who signed in since', async () => {
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

    it('the next decision is dropped when its user is no longer signed in', async () => {
      const { decide, sent, arrive } = await decideOnAnalysis();
      await decide(TYPES.marketing_emails);
      window.dispatchEvent(new Event('session-ended'));
      arrive();
      // A later decision would be sent after it.
      await decide(TYPES.personalization);
      await waitFor(() => expect(sent()).toContainEqual(['personalization']));
      expect(sent()).toEqual([['analytics'], ['personalization']]);
    });
  });

  it('save each decision, also during a refetch of the log', async () => {
    const standing = (granted: boolean): Consents => ({
      consents: allUsed.consents.map((one) => (one.type === 'analytics' ? { ...one, granted } : one)),
      history: [],
    });
    let logs = 0;
    const calls = await openPanel({
      '/api/gdpr/consent': ({ method }) => ({ data: standing(method === 'POST') }),
      '/api/gdpr/consent/withdraw': () => ({ data: standing(false) }),
      // The log loads once; later requests get no response.
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

  it('can be loaded again after a failure, while the other sections are shown', async () => {
    let asked = 0;
    await openPanel({
      '/api/gdpr/consent': () => ((asked += 1) === 1 ? refused(500, 'INTERNAL') : { data: allUsed }),
    });
    const consents = await part('Consents');
    await consents.findByText(/Everything is stored safely|problem/i);
    expect(await screen.findByRole('button', { name: 'Request the archive' })).toBeTruthy();
    await userEvent.click(consents.getByRole('button', { name: /again/i }));
    expect(await consents.findAllByText('Not given')).toHaveLength(3);
  });
});
