import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { lina, openScreen, fakeApi, session } from '../../../../test/screen';
import { storeTokens } from '../../../api/tokens';
import { Page } from '../../../pages/staff/admin-page';

beforeEach(() => storeTokens(session()));

const listedUser = { ...lina, lastSignInAt: null, purchaseCount: 2, secondFactor: false };
const theo = { ...listedUser, id: 'theo', displayName: 'Theo', suspendedAt: null, suspension: null };
const stats = { totalUsers: 1, totalPatterns: 1, totalPurchases: 1, totalRevenue: 100 };

describe('the access panel of an account', () => {
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const open = async (user: object) => {
    fakeApi({
      '/api/auth/profile': () => ({ data: { ...listedUser, id: 'me', role: 'admin' } }),
      '/api/admin/dashboard': () => ({ data: stats }),
      '/api/admin/users': () => ({ data: { users: [user], page: 1, limit: 20, total: 1, total_pages: 1 } }),
      '/api/admin/users/theo/suspend': () => ({ data: { suspendedAt: '2026-11-21T09:00:00Z' } }),
      '/api/admin/users/theo/restore': () => ({ data: {} }),
      '/api/admin/users/theo/end-sessions': () => ({ data: { ended: 2 } }),
    });
    await openScreen(<Page />, { at: '/en/admin' });
    await userEvent.click(await screen.findByRole('button', { name: /Theo’s access$/ }));
  };
  const fillStatement = async () => {
    await userEvent.selectOptions(screen.getByLabelText('Ground'), 'Law');
    await userEvent.type(screen.getByLabelText('Provision or clause'), '§ 97 UrhG');
    await userEvent.type(screen.getByLabelText('Facts and reasons'), 'Sold a stolen pattern');
  };
  const expectFocusOnHeading = () =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Theo’s access' })));

  it('shows a message after the suspension in place of the earlier one, and focuses the heading', async () => {
    await open(theo);
    await press('End all sign-ins');
    await press('Yes, sign out');
    await screen.findByText('2 sign-ins ended.');
    await fillStatement();
    await press('Suspend account');
    await press('Yes, suspend');
    expect(await screen.findByText('Theo can no longer sign in.')).toHaveProperty('tagName', 'OUTPUT');
    expect(screen.queryByText(/sign-ins ended/)).toBeNull();
    await expectFocusOnHeading();
  });

  it('shows a message after the suspension is lifted, and focuses the heading', async () => {
    await open({
      ...theo,
      suspendedAt: '2026-11-21T09:00:00Z',
      suspension: { reason: 'Sold a stolen pattern', ground: 'law', clause: '§ 97 UrhG' },
    });
    screen.getByText('Law, § 97 UrhG: Sold a stolen pattern');
    await press('Lift suspension');
    await press('Yes, lift it');
    expect(await screen.findByText('Theo can sign in again.')).toBeTruthy();
    await expectFocusOnHeading();
  });

  it('focuses the heading or the reason field when the administrator cancels an action', async () => {
    await open(theo);
    await press('End all sign-ins');
    await press('Cancel');
    await expectFocusOnHeading();
    await fillStatement();
    await press('Suspend account');
    await press('Cancel');
    expect(document.activeElement).toBe(screen.getByLabelText('Facts and reasons'));
  });
});
