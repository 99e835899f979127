import { screen, within } from '@testing-library/react';
import type { Consents, DeletionState } from '../src/api/privacy';
import { storeTokens } from '../src/api/tokens';
import { PrivacyPanel } from '../src/features/privacy/privacy-panel';
import { lina, openScreen, fakeApi } from './screen';

const notGiven = { granted: false, grantedAt: null, withdrawnAt: null, version: null };
export const noConsents: Consents = {
  consents: (['marketing_emails', 'analytics', 'personalization'] as const).map((type) => ({
    type,
    used: type === 'marketing_emails',
    ...notGiven,
  })),
  history: [],
};
export const refused = (status: number, code: string) => ({ status, error: { code, message: code } });

type FakeResponses = Parameters<typeof fakeApi>[0];
/** Renders the privacy panel for a signed-in user. @returns the requests so far */
export async function openPanel(responses: FakeResponses = {}) {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  const noDeletion: DeletionState = { state: 'none', erasesAt: null };
  const calls = fakeApi({
    '/api/auth/profile': () => ({ data: lina }),
    '/api/gdpr/consent': () => ({ data: noConsents }),
    '/api/gdpr/export/status': () => refused(404, 'EXPORT_NOT_FOUND'),
    '/api/gdpr/delete': () => ({ data: noDeletion }),
    '/api/gdpr/audit-log': () => ({ data: { entries: [], total: 0, total_pages: 0 } }),
    ...responses,
  });
  await openScreen(<PrivacyPanel />);
  return calls;
}
/** Finds a section of the panel by its heading. */
export const findSection = async (name: string) => within(await screen.findByRole('region', { name }));
