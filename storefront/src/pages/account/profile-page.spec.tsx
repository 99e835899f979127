import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { lina, openScreen, fakeApi } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import { Page } from './profile-page';

describe('the account', () => {
  const open = async (url: string, user = {}) => {
    storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
    fakeApi({
      '/api/auth/profile': () => ({ data: { ...lina, ...user } }),
      '/api/auth/verification-status': () => ({
        data: { isVerified: true, email: lina.email, verifiedAt: lina.created_at, hasPendingToken: false },
      }),
    });
    return openScreen(<Page />, { path: '/en/profile', at: url });
  };

  it('shows the user’s initials, badge, role and date of registration', async () => {
    await open('/en/profile', { first_name: 'Änne', last_name: 'Faden', role: 'admin' });
    expect(await screen.findByText('ÄF')).toBeTruthy();
    expect(screen.getByText('Verified')).toBeTruthy();
    expect(screen.getByText(/Administrator · member since 1 January 2026/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'My purchases' }).getAttribute('href')).toBe('/en/downloads');
  });

  it('shows the picture of the user', async () => {
    await open('/en/profile', { avatar_url: '/media/a.webp' });
    await screen.findByText('Verified');
    expect(document.querySelector('img')!.getAttribute('src')).toBe('/media/a.webp');
  });

  it('has a URL for each tab', async () => {
    const router = await open('/en/profile?tab=password');
    expect(await screen.findByLabelText(/^Current password/)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Profile Information' }));
    expect(await screen.findByLabelText('Display name')).toBeTruthy();
    expect(router.state.location.search).toBe('?tab=info');
  });

  it('opens the profile tab when the tab in the URL is unknown', async () => {
    await open('/en/profile?tab=nonsense');
    expect(await screen.findByLabelText('Display name')).toBeTruthy();
  });
});
