/** The context that may write or lock a table. Other contexts use its queries, events and `<context>.writes.ts`. */
export const TABLE_OWNERS: Record<string, string[]> = {
  accounts: [
    'known_places',
    'password_resets',
    'recovery_codes',
    'refresh_tokens',
    'second_factors',
    'sessions',
    'sign_in_challenges',
    'suspensions',
    'users',
    'verifications',
  ],
  catalogue: [
    'designers',
    'file_notices',
    'listed_patterns',
    'master_plans',
    'pattern_counts',
    'pattern_decisions',
    'pattern_files',
    'pattern_headlines',
    'pattern_pictures',
    'pattern_prices',
    'pattern_reports',
    'pattern_search',
    'patterns',
    'search_vocabulary',
  ],
  legal: ['legal_texts'],
  insights: ['view_pending', 'view_seen'],
  newsletter: ['newsletter_subscriptions'],
  // The outbox, which platform/events writes, and the job ledger, which workers/src/runtime writes.
  operations: ['deliveries', 'outbox_events', 'schedule_runs'],
  platform: ['audit_entries', 'rate_limits', 'unproven_mails'],
  privacy: ['consent_records', 'deletions', 'erasure_steps', 'export_requests'],
  purchases: [
    'copies',
    'download_grants',
    'invoice_counters',
    'invoices',
    'link_renewals',
    'automatic_refunds',
    'place_reviews',
    'purchases',
    'refund_requests',
    'refunds',
    'report_failures',
    'stripe_cursor',
    'vat_rate_proposals',
    'vat_rates',
    'webhook_inbox',
    'withdrawals',
  ],
  wishlist: ['wishlist_items'],
};

/** @param file the path from the root, `backend/src/<context>/…` or `workers/src/<context>/…` */
export function contextOf(file: string): string {
  if (/^(backend\/src\/platform\/events|workers\/src\/runtime)\//.test(file)) return 'operations';
  return file.split('/')[2]!;
}
