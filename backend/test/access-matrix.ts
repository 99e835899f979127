/*
 * The access rules, one row per route. The test fails if a route has no row.
 *
 *   'GET /api/wishlist': account()                    any signed-in user
 *   'POST /api/patterns/:id/publish': seller()        the owner, with a verified e-mail address
 *   'POST /api/x/:id': owner({ body: () => ({…}) })   a body that passes validation, so that ownership is checked
 *   'GET /api/y': owner({ about: 'export', query: (id) => `requestId=${id}` })   the id is in query or body
 *
 * `resourceParameters` derives the kind of resource from the path; support/access-fixtures.ts creates the resources.
 */
export type Access = 'public' | 'guest' | 'account' | 'owner' | 'verified' | 'seller' | 'moderator' | 'admin';

/**
 * Resources with ids. A `pattern` is on sale; a `draft` is visible to its designer only; a `wish` is on one wishlist; a
 * `bystander` sends no requests, so suspending this account affects no other check.
 */
export type ResourceKind =
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
  | 'decision'
  | 'withdrawal'
  | 'proposal'
  | 'review'
  | 'export'
  | 'media'
  | 'designer'
  | 'wish'
  | 'event'
  | 'job';

interface Details {
  /** The kind of the resource whose id is in body or query. */
  about?: ResourceKind;
  body?: (id: string) => object;
  query?: (id: string) => string;
  /** The status for an unknown id; 404 by default. */
  unknown?: number;
}

export interface Row extends Details {
  access: Access;
}

const row =
  (access: Access) =>
  (details: Details = {}): Row => ({ access, ...details });

/** The token is ignored. */
const publicAccess = row('public');
/** The token is optional; an invalid one is refused. */
const guest = row('guest');
/** Any signed-in user. */
const account = row('account');
/** The signed-in owner; other users get a 404. */
const owner = row('owner');
/** A user with a verified e-mail address. */
const verified = row('verified');
/** The owner, with a verified e-mail address. */
const seller = row('seller');
/** Moderators and administrators. */
const moderator = row('moderator');
const admin = row('admin');

export const MATRIX: Record<string, Row> = {
  // accounts
  'POST /api/auth/register': publicAccess(),
  'POST /api/auth/login': publicAccess(),
  'POST /api/auth/login/second-factor': publicAccess({ body: () => ({ challenge: 'none', code: '123456' }) }),
  'POST /api/auth/refresh': publicAccess(),
  'POST /api/auth/verify-email': publicAccess(),
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
  // The tests run in the order of the rows: `end-others` ends the session that the DELETE route needs.
  'DELETE /api/auth/sessions/:id': owner(),
  'POST /api/auth/sessions/end-others': account(),
  'POST /api/password-reset/request': publicAccess(),
  'GET /api/password-reset/validate/:token': publicAccess(),
  'POST /api/password-reset/confirm': publicAccess(),
  'PUT /api/users/language': account(),
  'GET /api/admin/users': admin(),
  'PUT /api/admin/users/:id/role': admin({ body: () => ({ role: 'user' }) }),
  'POST /api/admin/users/:userId/suspend': admin({
    body: () => ({ reason: 'matrix', ground: 'terms', clause: 'matrix' }),
  }),
  'POST /api/admin/users/:userId/restore': admin({ body: () => ({}) }),
  'POST /api/admin/users/:userId/end-sessions': admin({ body: () => ({}) }),

  // catalogue: reading
  'GET /api/patterns': publicAccess(),
  'GET /api/patterns/:id': publicAccess(),
  'GET /meta/pattern/:id': publicAccess(),
  'GET /robots.txt': publicAccess(),
  'GET /sitemap.xml': publicAccess(),
  'GET /sitemaps/:part': publicAccess(),
  'GET /media/:name': publicAccess(),

  // catalogue: selling and moderation
  'GET /api/designer': publicAccess(),
  'GET /api/designer/:slug': publicAccess(),
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
  'POST /api/patterns/:id/report': guest({
    body: () => ({ reason: 'minors', text: 'x'.repeat(10), good_faith: true }),
  }),
  'GET /api/moderation/reports': moderator(),
  'POST /api/moderation/reports/:id/resolve': moderator({ body: () => ({ decision: 'dismissed', note: 'matrix' }) }),
  'GET /api/moderation/decisions': moderator(),
  'POST /api/moderation/decisions/:id/review': moderator({
    body: () => ({ decision: 'upheld', reason: 'matrix' }),
  }),
  // In this order, because the rows below need a pattern on sale: `hide` takes it off sale, `restore` puts it back.
  'POST /api/moderation/patterns/:id/hide': moderator({
    body: () => ({ reason: 'matrix', ground: 'terms', clause: 'matrix' }),
  }),
  'POST /api/moderation/patterns/:id/restore': moderator({ body: () => ({ reason: 'matrix' }) }),

  // purchases
  'POST /api/payments/create': guest({
    about: 'pattern',
    body: (id) => ({ pattern_id: id, buyer_email: 'a@example.com', country: 'DE' }),
  }),
  'GET /api/payments/countries': publicAccess(),
  'POST /api/payments/webhook': publicAccess(),
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
  'GET /api/admin/books': admin(),
  'GET /api/admin/withdrawals': admin(),
  'POST /api/admin/withdrawals/:id/decide': admin({ body: () => ({ decision: 'declined' }) }),

  'GET /api/admin/tax': admin(),
  'POST /api/admin/tax/rates': admin({ body: () => ({ country: 'FR', rate: 21, valid_from: '2090-01-01' }) }),
  'POST /api/admin/tax/rates/:proposalId/confirm': admin(),
  'POST /api/admin/tax/rates/:proposalId/discard': admin(),
  'GET /api/admin/tax/places': admin(),
  'POST /api/admin/tax/places/:reviewId/decide': admin({ body: () => ({ decision: 'keep', reason: 'matrix' }) }),

  // wishlist and newsletter
  'GET /api/wishlist': account(),
  // The POST route comes last: it puts the pattern on the wishlists of all users, but the first two routes need a pattern
  // that is on one wishlist only.
  'GET /api/wishlist/:id/check': owner(),
  'DELETE /api/wishlist/:id': owner(),
  'POST /api/wishlist/:id': account(),
  'POST /api/newsletter/subscribe': publicAccess(),
  'POST /api/newsletter/confirm': publicAccess(),
  'POST /api/newsletter/unsubscribe': publicAccess(),
  'POST /api/newsletter/one-click': publicAccess(),

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
  'POST /api/gdpr/delete/confirm': guest({ body: () => ({ token: 'none' }) }),
  'POST /api/gdpr/delete/undo': guest({ body: () => ({ token: 'none' }) }),
  'GET /api/gdpr/privacy-policy': publicAccess(),
  'GET /api/legal/:page': publicAccess(),
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
  'GET /config.json': publicAccess(),
  'GET /health': publicAccess(),
  // This route has no controller, because browsers send special content types and get an empty response.
  'POST /api/policy-reports': publicAccess(),
};

const BY_PARAMETER: Record<string, ResourceKind> = {
  ':fileId': 'file',
  ':pictureId': 'picture',
  ':idOrToken': 'purchase',
  ':name': 'media',
  ':page': 'media',
  ':part': 'media',
  ':slug': 'designer',
  ':token': 'token',
  ':job': 'job',
  ':userId': 'bystander',
  ':proposalId': 'proposal',
  ':reviewId': 'review',
};
const BY_FOLDER: Record<string, ResourceKind> = {
  patterns: 'pattern',
  pattern: 'pattern',
  wishlist: 'wish',
  purchases: 'purchase',
  users: 'user',
  sessions: 'session',
  reports: 'report',
  decisions: 'decision',
  withdrawals: 'withdrawal',
  events: 'event',
};

/** @returns the parameters of a path, each with its kind of resource. @throws {Error} for an unknown parameter */
export function resourceParameters(path: string, { access }: Row): [string, ResourceKind][] {
  const parts = path.split('/');
  return parts.flatMap((part, index): [string, ResourceKind][] => {
    if (!part.startsWith(':')) return [];
    const kind = BY_PARAMETER[part] ?? BY_FOLDER[parts[index - 1]!];
    if (!kind) throw new Error(`Unknown parameter ${part} in ${path}: add it to BY_PARAMETER or BY_FOLDER`);
    return [[part, kind === 'pattern' && access === 'seller' ? 'draft' : kind]];
  });
}
