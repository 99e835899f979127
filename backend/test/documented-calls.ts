/*
 * Every call and every text of the server that the specification names, and the test that shows it.
 * docs/calls.md is written from this; documented-calls.spec.ts holds both to the code.
 */
export interface DocumentedCall {
  /** As the specification writes it. */
  call: string;
  /** Where it is served; the same unless said otherwise. */
  route?: string;
  test: [file: string, name: string];
  /** The function by which the test asks, where its own file does not name the route. */
  through?: [file: string, name: string];
}

const FOLDERS: Record<string, string> = {
  'admin-users': 'administration',
  'change-password': 'passwords',
  'password-reset': 'passwords',
  registration: 'registration',
  sessions: 'sessions',
  verification: 'registration',
};
const accounts = (name: string) => `backend/src/accounts/${FOLDERS[name]}/${name}.spec.ts`;
const journey = (name: string) => `backend/test/${name}.journey.spec.ts`;
const WISHLIST = 'backend/src/wishlist/wishlist.spec.ts';
const CONSENT = 'backend/src/privacy/consent.spec.ts';

export const CALLS: DocumentedCall[] = [
  {
    call: 'GET /api/patterns',
    test: [journey('catalogue'), 'shows the newest first, with both readings of the paging'],
  },
  {
    call: 'GET /api/patterns/{id}',
    test: [journey('catalogue'), 'comes with everything a sewer asks and with the files once they were checked'],
  },
  {
    call: 'POST /api/patterns',
    test: [journey('selling'), 'goes from a draft over files and pictures to a download of the buyer'],
  },
  {
    call: 'POST /api/patterns/{id}/view',
    test: [journey('catalogue'), 'count once per session, however often and however parallel they arrive'],
  },
  {
    call: 'POST /api/payments/create',
    test: [journey('purchase'), 'ends with a PDF that carries the buyer on every page'],
    through: ['backend/test/support/pay.ts', 'buy'],
  },
  {
    call: 'GET /api/downloads/{id}',
    route: 'GET /api/downloads/{idOrToken}',
    test: [journey('downloads'), 'waits for the copy without spending a download'],
  },
  {
    call: 'GET /api/designer',
    test: [journey('selling'), 'are listed with what everybody may know, once they have something on sale'],
  },
  { call: 'POST /api/auth/login', test: [accounts('sessions'), 'accepts the address in any case'] },
  { call: 'POST /api/auth/register', test: [accounts('registration'), 'creates an account and signs its owner in'] },
  { call: 'GET /health', test: [journey('catalogue'), 'is healthy'] },
  { call: 'GET /api/gdpr/consent', test: [CONSENT, 'are none until somebody gives one'] },
  {
    call: 'POST /api/gdpr/consent',
    test: [CONSENT, 'are given, withdrawn and given again, and every step stays on record'],
  },
  {
    call: 'POST /api/gdpr/consent/withdraw',
    test: [CONSENT, 'are recorded once when a click comes twice, and withdrawing what was never given records nothing'],
  },
  { call: 'POST /api/gdpr/export', test: [journey('export'), 'is one, however often it is clicked'] },
  { call: 'GET /api/gdpr/export/status', test: [journey('export'), 'does not exist for others'] },
  {
    call: 'POST /api/gdpr/delete',
    test: [journey('deletion'), 'confirms it by the link of a mail when they give no password'],
  },
  {
    call: 'GET /api/gdpr/privacy-policy',
    test: [CONSENT, 'is there for everybody, in German first, with the seller in it'],
  },
  {
    call: 'GET /api/gdpr/audit-log',
    test: [CONSENT, 'gives as many entries as were asked for, fifty when nothing was said'],
  },
  {
    call: 'POST /api/auth/logout',
    test: [accounts('sessions'), 'ends the session and its tokens at once, and no other'],
  },
  { call: 'GET /api/auth/profile', test: [accounts('registration'), 'returns neither hash nor secret'] },
  { call: 'PUT /api/auth/profile', test: [accounts('registration'), 'changes only the fields that are present'] },
  {
    call: 'POST /api/auth/change-password',
    test: [accounts('change-password'), 'replaces the old one, ends all other sessions and keeps this one'],
  },
  { call: 'POST /api/auth/refresh', test: [accounts('sessions'), 'exchanges a refresh token for a new pair'] },
  {
    call: 'GET /api/wishlist',
    test: [
      WISHLIST,
      'lists what was added, the newest first, as cards in the language that was asked for, or their own',
    ],
  },
  {
    call: 'POST /api/wishlist/{id}',
    test: [WISHLIST, 'holds a pattern once, however often the heart is pressed at the same time'],
  },
  { call: 'DELETE /api/wishlist/{id}', test: [WISHLIST, 'takes a pattern off again, once'] },
  { call: 'GET /api/wishlist/{id}/check', test: [WISHLIST, 'says of one pattern whether it is on the list'] },
  {
    call: 'POST /api/auth/send-verification',
    test: [accounts('verification'), 'is sent once a minute; the response contains the wait'],
  },
  {
    call: 'POST /api/auth/verify-email',
    test: [accounts('verification'), 'verifies a registered account'],
  },
  {
    call: 'GET /api/auth/verification-status',
    test: [accounts('verification'), 'verifies a registered account'],
  },
  { call: 'POST /api/auth/resend-verification', test: [accounts('verification'), 'voids the earlier links'] },
  {
    call: 'POST /api/password-reset/request',
    test: [accounts('password-reset'), 'sends a link in the language of the account'],
  },
  {
    call: 'POST /api/password-reset/confirm',
    test: [accounts('password-reset'), 'ends every session, proves the address, and is mailed to the owner'],
  },
  {
    call: 'GET /api/password-reset/validate/{token}',
    test: [accounts('password-reset'), 'can be opened any number of times by mail scanners'],
  },
  {
    call: 'GET /api/users/purchases',
    test: [journey('downloads'), 'appears among the recent downloads and the purchases'],
  },
  {
    call: 'GET /api/users/purchases/{id}/download',
    test: [journey('downloads'), 'is nobody else’s, whatever of it they know'],
  },
  {
    call: 'GET /api/users/downloads/recent',
    test: [journey('downloads'), 'appears among the recent downloads and the purchases'],
  },
  {
    call: 'GET /api/users/patterns/{id}/access',
    test: ['backend/test/access-matrix.spec.ts', 'stays out of the lists of others'],
  },
  {
    call: 'POST /api/downloads/secure',
    test: [journey('downloads'), 'is granted five times for each file and then refused with the documented words'],
  },
  { call: 'GET /meta/pattern/{id}', test: [journey('reading'), 'describes it to search engines, in both languages'] },
  {
    call: 'GET /api/admin/dashboard',
    test: [
      'backend/src/insights/insights.spec.ts',
      'counts accounts, patterns on sale, and purchases with what they brought in',
    ],
  },
  {
    call: 'GET /api/admin/users',
    test: [accounts('admin-users'), 'returns all accounts to administrators, without hashes or tokens'],
  },
  {
    call: 'PUT /api/admin/users/{id}/role',
    test: [
      accounts('admin-users'),
      'applies from the next request, keeps the sessions, and is recorded in the audit log of the account',
    ],
  },
  {
    call: 'language update (language, source)',
    route: 'PUT /api/users/language',
    test: [accounts('change-password'), 'changes the language of the account'],
  },
];

/** Sentences that the server says, and a test that reads them. What the storefront says by itself is tested there. */
export const TEXTS: [text: string, file: string][] = [
  ['Please enter a valid email address', accounts('registration')],
  ['Username must be at least 3 characters long', accounts('registration')],
  ['Username can only contain letters, numbers, hyphens, and underscores', accounts('registration')],
  ['Password must be at least 8 characters long', accounts('registration')],
  [
    'Password must contain at least one lowercase letter, one uppercase letter, and one number',
    accounts('registration'),
  ],
  ['An account with this email address already exists.', accounts('registration')],
  ['Invalid email or password', accounts('sessions')],
  ['Current password is required', accounts('change-password')],
  ['New password must be at least 8 characters long', accounts('change-password')],
  ['New password must be different from current password', accounts('change-password')],
  ['Please enter your email address', accounts('password-reset')],
  ['If an account exists with that email, a password reset link has been sent.', accounts('password-reset')],
  ['Password must be at least 6 characters long', accounts('password-reset')],
  ['Password must contain at least one uppercase letter', accounts('password-reset')],
  ['Password must contain at least one lowercase letter', accounts('password-reset')],
  ['Password must contain at least one number', accounts('password-reset')],
  ['Invalid or expired password reset link. Please request a new password reset.', accounts('password-reset')],
  ['This verification link has expired. You can request a new one below.', accounts('verification')],
  ['Invalid verification link. Please request a new one.', accounts('verification')],
  ['Download Expired, Contact support for assistance', journey('downloads')],
  ['Email is required', journey('safety')],
  ['Failed to create payment', journey('safety')],
  ['Server error. Please try again later.', journey('safety')],
  ['The requested resource was not found.', journey('safety')],
  ['You are not authorized to perform this action.', journey('safety')],
  ['Your account has not been verified yet. Please check your emails.', journey('safety')],
];

const cell = (text: string) => text.replaceAll('|', '\\|');
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** The text of docs/calls.md. */
export function callsDocument(): string {
  const calls = CALLS.map(({ call, route, test: [file, name] }) => [
    `\`${call}\``,
    `\`${route ?? call}\``,
    `\`${file}\``,
    name,
  ]);
  const texts = TEXTS.map(([text, file]) => [text, `\`${file}\``]);
  return [
    '# Every documented call and the test that shows it',
    'Written by `backend/test/documented-calls.spec.ts` from `backend/test/documented-calls.ts`; `UPDATE_DOCS=1` writes it anew.',
    table(['documented', 'served at', 'shown by', 'test'], calls),
    '## What the server says in words that are documented',
    table(['text', 'read by'], texts),
    '',
  ].join('\n\n');
}
