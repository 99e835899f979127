import { LIMIT, type LimitedBy } from '../src/platform/http/limits/limits.js';
import { openShop } from './support/open-shop.js';
import { listRoutes } from './support/routes.js';

/** The flow (limits-rules.ts) whose limits an endpoint has; null for an endpoint without limits. */
const FLOWS: Record<string, string | null> = {
  'POST /api/auth/login': 'login',
  'POST /api/auth/register': 'register',
  'POST /api/password-reset/request': 'reset-request',
  'POST /api/password-reset/confirm': 'mailed-token',
  'GET /api/password-reset/validate/:token': 'mailed-token',
  'POST /api/auth/verify-email': 'mailed-token',
  'POST /api/auth/send-verification': 'verification',
  'POST /api/auth/resend-verification': 'verification',
  'POST /api/auth/refresh': 'refresh',
  'POST /api/auth/change-password': 'change-password',
  'POST /api/auth/second-factor/setup': 'second-factor-change',
  'POST /api/auth/second-factor/remove': 'second-factor-change',
  'POST /api/auth/second-factor/recovery-codes': 'second-factor-change',
  'POST /api/payments/create': 'payment',
  'POST /api/downloads/secure': 'download',
  'GET /api/users/purchases/:id/download': 'download',
  'POST /api/patterns/:id/view': 'view',
  'GET /api/patterns': 'browse',
  'POST /api/gdpr/export': 'export',
  'POST /api/gdpr/delete': 'delete-account',
  'POST /api/gdpr/delete/confirm': 'mailed-token',
  'POST /api/gdpr/delete/undo': 'mailed-token',
  'POST /api/patterns': 'sell',
  'POST /api/patterns/:id/files': 'upload',
  'POST /api/patterns/:id/pictures': 'upload',
  'POST /api/patterns/:id/report': 'report',
  'POST /api/newsletter/subscribe': 'newsletter',
  'POST /api/withdrawals': 'withdrawal',
  'POST /api/admin/withdrawals/:id/decide': 'admin',
  'POST /api/newsletter/confirm': 'mailed-token',
  'POST /api/newsletter/unsubscribe': 'mailed-token',
  'PUT /api/admin/users/:id/role': 'admin',
  'POST /api/admin/purchases/:id/refund': 'admin',
  'POST /api/moderation/reports/:id/resolve': 'admin',
  'POST /api/moderation/decisions/:id/review': 'admin',
  'POST /api/moderation/patterns/:id/hide': 'admin',
  'POST /api/moderation/patterns/:id/restore': 'admin',
  'POST /api/payments/webhook': null,
  'GET /health': null,
};

it('each listed endpoint has the limits of its flow, and only endpoints with null have no limits', async () => {
  const shop = await openShop({ listen: false });
  try {
    const routes = await listRoutes(shop);
    const found = routes.map(({ call, handler, controller }) => {
      const limit = Reflect.getMetadata(LIMIT, Reflect.hasMetadata(LIMIT, handler) ? handler : controller);
      return [call, limit === null ? null : (limit as LimitedBy | undefined)?.flow] as const;
    });
    expect(Object.fromEntries(found)).toMatchObject(FLOWS);
    const unlimited = found.filter(([, flow]) => flow === null).map(([call]) => call);
    expect(unlimited.filter((call) => FLOWS[call] !== null)).toEqual([]);
  } finally {
    await shop.close();
  }
});
