import type { APIRequestContext } from '@playwright/test';
import { DEMO_ADMIN, DEMO_BUYER, DEMO_DESIGNER, type Person } from './people.ts';

/** Names and paths of the public screens. Some screens are listed in several states. */
export const publicScreens = (patternId: string): Record<string, string> => ({
  home: '/',
  catalogue: '/patterns',
  'catalogue-filtered': '/patterns?search=leinen&category=Tops&sort=price_asc',
  'catalogue-empty': '/patterns?search=zzzz',
  detail: `/patterns/${patternId}`,
  'detail-missing': '/patterns/00000000-0000-7000-8000-000000000000',
  designers: '/designers',
  designer: '/designers/atelier-birkenblau',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password',
  'verify-email': '/verify-email?token=broken',
  preferences: '/preferences',
  withdraw: '/withdraw',
  'newsletter-confirm': `/newsletter/confirm?token=${'x'.repeat(43)}`,
  'newsletter-unsubscribe': '/newsletter/unsubscribe?token=broken',
  'delete-account-confirm': `/delete-account/confirm?token=${'x'.repeat(43)}`,
  'delete-account-undo': '/delete-account/undo?token=broken',
  help: '/help',
  contact: '/contact',
  'size-guide': '/size-guide',
  tutorials: '/tutorials',
  terms: '/terms',
  privacy: '/privacy',
  widerruf: '/widerruf',
  refunds: '/refunds',
  copyright: '/copyright',
  impressum: '/impressum',
  barrierefreiheit: '/barrierefreiheit',
  ranking: '/ranking',
  'not-found': '/nowhere',
});

/** Screens that need an account, grouped by the user who opens them and who has data for them. */
export const PRIVATE_SCREENS: { person: Person; screens: Record<string, string> }[] = [
  {
    person: DEMO_DESIGNER,
    screens: { studio: '/studio', 'studio-new': '/studio/new' },
  },
  {
    person: DEMO_ADMIN,
    screens: {
      'admin-users': '/admin',
      'admin-purchases': '/admin?tab=purchases',
      'admin-withdrawals': '/admin?tab=withdrawals',
      'admin-books': '/admin?tab=books',
      'admin-tax': '/admin?tab=tax',
      'admin-operations': '/admin/operations',
      moderation: '/moderation',
    },
  },
  {
    person: DEMO_BUYER,
    screens: {
      downloads: '/downloads',
      wishlist: '/wishlist',
      profile: '/profile',
      'profile-password': '/profile?tab=password',
      'profile-preferences': '/profile?tab=preferences',
      'profile-privacy': '/profile?tab=privacy',
    },
  },
];

/** @returns the id of the first pattern in a designer's studio */
export async function fetchFirstOwnPatternId(request: APIRequestContext, { email, password }: Person): Promise<string> {
  const session = await request.post('/api/auth/login', { data: { email, password } });
  const { accessToken } = ((await session.json()) as { data: { accessToken: string } }).data;
  const list = await request.get('/api/users/patterns', { headers: { Authorization: `Bearer ${accessToken}` } });
  return ((await list.json()) as { data: { patterns: { id: string }[] } }).data.patterns[0]!.id;
}
