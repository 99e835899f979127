/*
 * Who may come in, one line for each route. A new route needs its line here; a test fails until it has one.
 *
 *   'GET /api/wishlist': account()                    whoever is signed in, for themselves
 *   'POST /api/patterns/:id/publish': seller()        whoever has proven their e-mail address and owns it
 *   'POST /api/x/:id': owner({ body: () => ({…}) })   a body that gets past the validation, so that ownership is asked
 *   'GET /api/y': owner({ about: 'export', query: (id) => `requestId=${id}` })   the id stands in query or body
 *
 * What a parameter stands for follows from the path (`thingsIn`); the things are made in support/access-world.ts.
 */
export type Access = 'anyone' | 'guest' | 'account' | 'owner' | 'verified' | 'seller' | 'moderator' | 'admin';

/**
 * Things with ids. A `pattern` is on sale; a `draft` belongs to its seller alone; a `wish` is on one person's list; a
 * `bystander` makes no calls, so that suspending them disturbs no other check.
 */
export type Thing =
  | 'pattern'
  | 'draft'
  | 'file'
  | 'picture'
  | 'purchase'
  | 'token'
  | 'user'
  | 'session'
  | 'bystander'
  | 'report'
  | 'withdrawal'
  | 'export'
  | 'media'
  | 'designer'
  | 'wish'
  | 'event'
  | 'job';

interface Details {
  /** What the id in body or query stands for. */
  about?: Thing;
  body?: (id: string) => object;
  query?: (id: string) => string;
  /** The status for a well-formed id that does not exist, where that is not 404. */
  unknown?: number;
}

export interface Row extends Details {
  access: Access;
}

const row =
  (access: Access) =>
  (details: Details = {}): Row => ({ access, ...details });

/** A token is not looked at. */
const anyone = row('anyone');
/** A token is optional; one that does not hold is refused. */
const guest = row('guest');
/** Whoever is signed in. */
const account = row('account');
/** Whoever is signed in and owns it; for everybody else it does not exist. */
const owner = row('owner');
/** Whoever has proven their e-mail address. */
const verified = row('verified');
/** The same, and owns it. */
const seller = row('seller');
/** Moderators and administrators. */
const moderator = row('moderator');
const admin = row('admin');

export const MATRIX: Record<string, Row> = {
  // accounts
  'POST /api/auth/register': anyone(),
  'POST /api/auth/login': anyone(),
  'POST /api/auth/login/second-factor': anyone({ body: () => ({ challenge: 'none', code: '123456' }) }),
  'POST /api/auth/refresh': anyone(),
  'POST /api/auth/verify-email': anyone(),
  'POST /api/auth/prove-mailbox': account({ body: () => ({ token: 'none' }) }),
  'POST /api/auth/logout': account(),
  'GET /api/auth/profile': account(),
  'PUT /api/auth/profile': account(),
  'POST /api/auth/send-verification': account(),
  'POST /api/auth/resend-verification': account(),
  'GET /api/auth/verification-status': account(),
  'POST /api/auth/change-password': account(),
  'GET /api/auth/second-factor': account(),
  'POST /api/auth/second-factor/setup': account(),
  'POST /api/auth/second-factor/confirm': account({ body: () => ({ code: '123456' }) }),
  'POST /api/auth/second-factor/remove': account(),
  'POST /api/auth/second-factor/recovery-codes': account(),
  'GET /api/auth/sessions': account(),
  // In this order: the second one ends what the first one is about.
  'DELETE /api/auth/sessions/:id': owner(),
  'POST /api/auth/sessions/end-others': account(),
  'POST /api/password-reset/request': anyone(),
  'GET /api/password-reset/validate/:token': anyone(),
  'POST /api/password-reset/confirm': anyone(),
  'PUT /api/users/language': account(),
  'GET /api/admin/users': admin(),
  'PUT /api/admin/users/:id/role': admin({ body: () => ({ role: 'user' }) }),
  'POST /api/admin/users/:userId/suspend': admin({ body: () => ({ reason: 'matrix' }) }),
  'POST /api/admin/users/:userId/restore': admin({ body: () => ({}) }),
  'POST /api/admin/users/:userId/end-sessions': admin({ body: () => ({}) }),

  // catalogue: reading
  'GET /api/patterns': anyone(),
  'GET /api/patterns/:id': anyone(),
  'GET /meta/pattern/:id': anyone(),
  'GET /robots.txt': anyone(),
  'GET /sitemap.xml': anyone(),
  'GET /sitemaps/:part': anyone(),
  'GET /media/:name': anyone(),

  // catalogue: selling and moderation
  'GET /api/designer': anyone(),
  'GET /api/designer/:slug': anyone(),
  'POST /api/patterns': verified(),
  'GET /api/users/designer': verified(),
  'PUT /api/users/designer': verified(),
  'GET /api/users/patterns': verified(),
  'GET /api/users/patterns/:id': seller(),
  'PUT /api/patterns/:id': seller({ body: () => ({}) }),
  'POST /api/patterns/:id/publish': seller(),
  'POST /api/patterns/:id/withdraw': seller(),
  'POST /api/patterns/:id/files': seller({
    body: () => ({ kind: 'a4', file_name: 'a.pdf', bytes: 9, changelog: 'x' }),
  }),
  'GET /api/patterns/:id/files/:fileId': seller(),
  'POST /api/patterns/:id/files/:fileId/uploaded': seller(),
  'POST /api/patterns/:id/files/:fileId/confirm': seller(),
  'POST /api/patterns/:id/pictures': seller({ body: () => ({ content_type: 'image/png', bytes: 9 }) }),
  'GET /api/patterns/:id/pictures/:pictureId': seller(),
  'POST /api/patterns/:id/pictures/:pictureId/uploaded': seller(),
  'DELETE /api/patterns/:id/pictures/:pictureId': seller(),
  'POST /api/patterns/:id/report': account({ body: () => ({ reason: 'quality' }) }),
  'GET /api/moderation/reports': moderator(),
  'POST /api/moderation/reports/:id/resolve': moderator({ body: () => ({ decision: 'dismissed' }) }),
  // In this order: whatever comes after them finds the pattern on sale again.
  'POST /api/moderation/patterns/:id/hide': moderator({ body: () => ({ reason: 'matrix' }) }),
  'POST /api/moderation/patterns/:id/restore': moderator({ body: () => ({}) }),

  // purchases
  'POST /api/payments/create': guest({
    about: 'pattern',
    body: (id) => ({ pattern_id: id, buyer_email: 'a@example.com' }),
  }),
  'POST /api/payments/webhook': anyone(),
  'GET /api/users/purchases': account(),
  'GET /api/users/purchases/:id/download': owner(),
  'GET /api/users/purchases/:id/invoice': owner(),
  'GET /api/users/downloads/recent': account(),
  'GET /api/users/patterns/:id/access': account({ unknown: 200 }),
  'GET /api/downloads/:idOrToken': owner(),
  'POST /api/downloads/secure': owner({ about: 'token', body: (id) => ({ token: id }) }),
  'POST /api/users/purchases/:id/renew-link': owner(),
  'GET /api/admin/purchases': admin(),
  'POST /api/admin/purchases/:id/refund': admin(),
  'POST /api/withdrawals': guest({
    body: () => ({ name: 'Käthe', email: 'a@example.com', order_number: 'PP-2026-999999' }),
  }),
  'GET /api/admin/withdrawals': admin(),
  'POST /api/admin/withdrawals/:id/decide': admin({ body: () => ({ decision: 'declined' }) }),

  // wishlist and newsletter
  'GET /api/wishlist': account(),
  // In this order: the last one puts what belongs to one person on everybody's list.
  'GET /api/wishlist/:id/check': owner(),
  'DELETE /api/wishlist/:id': owner(),
  'POST /api/wishlist/:id': account(),
  'POST /api/newsletter/subscribe': anyone(),
  'POST /api/newsletter/confirm': anyone(),
  'POST /api/newsletter/unsubscribe': anyone(),
  'POST /api/newsletter/one-click': anyone(),

  // insights
  'GET /api/admin/dashboard': admin(),
  'POST /api/patterns/:id/view': guest({ body: () => ({ session_id: 'session_of_the_matrix' }) }),

  // privacy
  'GET /api/gdpr/consent': account(),
  'POST /api/gdpr/consent': account({ body: () => ({ consentTypes: ['analytics'] }) }),
  'POST /api/gdpr/consent/withdraw': account({ body: () => ({ consentTypes: ['analytics'] }) }),
  'POST /api/gdpr/export': account(),
  'GET /api/gdpr/export/status': owner({ about: 'export', query: (id) => `requestId=${encodeURIComponent(id)}` }),
  'GET /api/gdpr/delete': account(),
  'POST /api/gdpr/delete': account(),
  'POST /api/gdpr/delete/confirm': anyone({ body: () => ({ token: 'none' }) }),
  'POST /api/gdpr/delete/undo': guest({ body: () => ({ token: 'none' }) }),
  'GET /api/gdpr/privacy-policy': anyone(),
  'GET /api/gdpr/audit-log': account(),

  // operations
  'GET /api/admin/operations': admin(),
  'GET /api/admin/events': admin(),
  'GET /api/admin/events/:id': admin(),
  'POST /api/admin/events/replay': admin({ body: () => ({ job: 'job-of-the-matrix' }) }),
  'POST /api/admin/events/:id/deliveries/:job/replay': admin({ body: () => ({}) }),
  'POST /api/admin/events/:id/deliveries/:job/discard': admin({ body: () => ({ reason: 'matrix' }) }),

  // shop
  'POST /api/admin/queue-session': admin(),
  'GET /config.json': anyone(),
  'GET /health': anyone(),
  // No controller has it: a body of browsers' own types, and an answer without one.
  'POST /api/policy-reports': anyone(),
};

const BY_PARAMETER: Record<string, Thing> = {
  ':fileId': 'file',
  ':pictureId': 'picture',
  ':idOrToken': 'purchase',
  ':name': 'media',
  ':part': 'media',
  ':slug': 'designer',
  ':token': 'token',
  ':job': 'job',
  ':userId': 'bystander',
};
const BY_FOLDER: Record<string, Thing> = {
  patterns: 'pattern',
  pattern: 'pattern',
  wishlist: 'wish',
  purchases: 'purchase',
  users: 'user',
  sessions: 'session',
  reports: 'report',
  withdrawals: 'withdrawal',
  events: 'event',
};

/** The parameters of a path and what they stand for. @throws Error for one that nobody has explained here */
export function thingsIn(path: string, { access }: Row): [string, Thing][] {
  const parts = path.split('/');
  return parts.flatMap((part, place): [string, Thing][] => {
    if (!part.startsWith(':')) return [];
    const thing = BY_PARAMETER[part] ?? BY_FOLDER[parts[place - 1]!];
    if (!thing) throw new Error(`What is ${part} in ${path}?`);
    return [[part, thing === 'pattern' && access === 'seller' ? 'draft' : thing]];
  });
}
