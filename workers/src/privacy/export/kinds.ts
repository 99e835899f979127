import { patternTitle } from '#backend/platform/database/shop-columns.js';
import { RECEIPT_SENT_AT } from '#backend/purchases/orders/purchase-rows.js';

/** One kind of personal data: a CSV file of the archive and a section of the report. */
export interface Kind {
  /** Name of the kind and of its CSV file. */
  name: string;
  /** SQL that selects the rows of user $1, newest first. No column is the hash of a secret. */
  rows: string;
  /** Columns that the report shows, in this order. */
  shown: string[];
}

/** SQL expression for the title of a pattern, in the language of the account if the pattern has texts in that language. */
const TITLE = patternTitle('(select language from users where id = $1)');
const PURCHASES = `purchases u join patterns p on p.id = u.pattern_id join designers d on d.id = p.designer_id`;
/** SQL condition for the invoices of user $1, including those of guest purchases that the account has claimed. */
export const OWN_INVOICES = 'purchase_id in (select id from purchases where buyer_id = $1)';

const ACCOUNT_KINDS: Kind[] = [
  {
    name: 'account',
    rows: `select id, email, username, display_name, first_name, last_name, avatar_url, role, language, created_at,
                  verified_at, mailbox_proven_at, password_changed_at from users where id = $1`,
    shown: [
      'email',
      'username',
      'display_name',
      'first_name',
      'last_name',
      'role',
      'language',
      'created_at',
      'verified_at',
      'mailbox_proven_at',
      'password_changed_at',
    ],
  },
  {
    name: 'sessions',
    rows: `select id, created_at, last_used_at, browser, os, expires_at, revoked_at, revoked_reason from sessions
           where user_id = $1 order by created_at desc`,
    shown: ['created_at', 'last_used_at', 'browser', 'os', 'revoked_at'],
  },
  {
    name: 'second-factor',
    rows: `select confirmed_at, (select count(*)::int from recovery_codes where user_id = f.user_id and used_at is null)
                  as recovery_codes_left from second_factors f where user_id = $1 and confirmed_at is not null`,
    shown: ['confirmed_at', 'recovery_codes_left'],
  },
  {
    name: 'suspensions',
    rows: `select id, ground, clause, reason, suspended_at, lifted_at from suspensions where user_id = $1 order by suspended_at desc`,
    shown: ['reason', 'suspended_at', 'lifted_at'],
  },
  {
    name: 'known-places',
    rows: `select seen_at, expires_at from known_places where user_id = $1 order by seen_at desc`,
    shown: ['seen_at', 'expires_at'],
  },
  {
    name: 'email-verifications',
    rows: `select id, email, requested_at, expires_at, used_at from verifications where user_id = $1
           order by requested_at desc`,
    shown: ['email', 'requested_at', 'used_at'],
  },
  {
    name: 'password-resets',
    rows: `select r.id, r.requested_at, r.expires_at, r.used_at from password_resets r
           join users u on u.email_key = r.email_key where u.id = $1 and u.mailbox_proven_at is not null
           order by r.requested_at desc`,
    shown: ['requested_at', 'used_at'],
  },
  {
    name: 'consents',
    rows: `select id, type, granted, version, source, recorded_at from consent_records where user_id = $1
           order by recorded_at desc, id desc`,
    shown: ['type', 'granted', 'version', 'recorded_at'],
  },
];

const BUYING_KINDS: Kind[] = [
  {
    name: 'purchases',
    rows: `select u.id, u.order_number, u.pattern_id, ${TITLE} as pattern, d.name as designer, u.status, u.amount_cents,
                  u.currency, u.buyer_email, u.locale as language, u.country, u.declared_country, u.card_country,
                  u.consent as waiver, u.licence, u.terms_text_id as terms_version,
                  u.withdrawal_text_id as withdrawal_instruction_version, u.created_at, u.paid_at,
                  ${RECEIPT_SENT_AT} as receipt_sent_at, u.refunded_at,
                  u.refunded_cents, u.cancelled_at, u.delivery_deferred, u.delivery_begun_at, u.access_expires_at
           from ${PURCHASES} where u.buyer_id = $1 order by u.created_at desc, u.id desc`,
    shown: ['order_number', 'pattern', 'designer', 'amount_cents', 'status', 'created_at', 'buyer_email'],
  },
  {
    name: 'files',
    rows: `select c.id, u.order_number, f.file_name, f.kind, c.state, c.bytes::float8 as bytes, c.forensic_id,
                  c.grants as downloads, c.ready_at
           from ${PURCHASES} join copies c on c.purchase_id = u.id join pattern_files f on f.id = c.file_id
           where u.buyer_id = $1 order by c.created_at desc, c.id desc`,
    shown: ['order_number', 'file_name', 'bytes', 'downloads', 'ready_at'],
  },
  {
    name: 'downloads',
    rows: `select g.id, u.order_number, f.file_name, g.bytes::float8 as bytes, g.granted_at
           from download_grants g join copies c on c.id = g.copy_id join purchases u on u.id = c.purchase_id
             join pattern_files f on f.id = c.file_id
           where g.user_id = $1 order by g.granted_at desc, g.id desc`,
    shown: ['order_number', 'file_name', 'bytes', 'granted_at'],
  },
  {
    name: 'link-renewals',
    rows: `select r.id, u.order_number, r.renewed_at from link_renewals r join purchases u on u.id = r.purchase_id
           where r.user_id = $1 order by r.renewed_at desc`,
    shown: ['order_number', 'renewed_at'],
  },
  {
    name: 'refund-requests',
    rows: `select u.order_number, r.cause, r.amount_cents as requested_cents, u.currency, r.reason, r.requested_at,
                  r.settled_at
           from refund_requests r join purchases u on u.id = r.purchase_id where u.buyer_id = $1
           order by r.requested_at desc, u.id desc`,
    shown: ['order_number', 'cause', 'requested_cents', 'reason', 'requested_at', 'settled_at'],
  },
  {
    name: 'refunds',
    rows: `select f.id, u.order_number, f.cents as refund_cents, f.total_cents, u.currency, f.refunded_at
           from refunds f join purchases u on u.id = f.purchase_id where u.buyer_id = $1
           order by f.refunded_at desc, f.id desc`,
    shown: ['order_number', 'refund_cents', 'total_cents', 'refunded_at'],
  },
  {
    // Another person may have declared a withdrawal from an order of this user. In this case the export contains only the
    // order numbers, the times and the decision, and no data of that person. The export does not show whether the mailbox of
    // an unproven address got the confirmation, because this shows whether the mailbox has reached its limit of mails.
    name: 'withdrawals',
    rows: `select case when own then w.id end as id, case when own then w.reference end as reference,
                  case when own then w.name end as name, case when own then w.email end as email,
                  case when own then w.contract end as contract, case when own then w.locale end as language,
                  case when own then w.text_version end as text_version,
                  (select string_agg(u.order_number, ', ' order by u.order_number) from purchases u
                   where u.id = any(w.purchase_ids) and u.buyer_id = a.id) as order_number,
                  w.received_at, case when own and w.proven then w.receipt_sent_at end as receipt_sent_at, w.decision, w.decided_at
           from withdrawals w join users a on a.id = $1, lateral (select
             coalesce(w.user_id = a.id, false) or w.email_key = a.email_key and a.mailbox_proven_at is not null as own) o
           where own or exists (select from purchases u where u.id = any(w.purchase_ids) and u.buyer_id = a.id)
           order by w.received_at desc, w.id desc`,
    shown: ['reference', 'order_number', 'contract', 'name', 'email', 'received_at'],
  },
  {
    name: 'invoices',
    rows: `select number, kind, order_number, buyer_name, buyer_email, country, pattern_title as pattern, net_cents,
                  vat_cents, gross_cents, vat_rate, currency, issued_at, delete_after::text as kept_until,
                  case when object_key is not null then 'invoices/' || number || '.pdf' end as file
           from invoices where ${OWN_INVOICES} order by issued_at desc, number desc`,
    shown: ['number', 'kind', 'order_number', 'pattern', 'gross_cents', 'issued_at'],
  },
  {
    name: 'wishlist',
    rows: `select w.id, w.pattern_id, ${TITLE} as pattern, w.added_at
           from wishlist_items w join patterns p on p.id = w.pattern_id where w.user_id = $1
           order by w.added_at desc, w.id desc`,
    shown: ['pattern', 'added_at'],
  },
  {
    name: 'newsletter',
    rows: `select s.id, s.email, s.locale as language, s.state, s.proof, s.requested_at, s.confirmed_at, s.ended_at
           from newsletter_subscriptions s join users u on u.email_key = s.email_key
           where u.id = $1 and u.mailbox_proven_at is not null order by s.requested_at desc`,
    shown: ['email', 'state', 'requested_at', 'confirmed_at'],
  },
  {
    // Includes the notices that the user sent as a guest. The rows do not name the moderator who decided.
    name: 'reports',
    rows: `select r.id, r.reference, r.pattern_id, ${TITLE} as pattern, r.reason, r.text, r.notifier_name as name,
                  r.notifier_email as email, r.good_faith, r.state, r.decision, s.reference as decision_reference,
                  s.ground, s.clause, s.reason as decision_reason, r.reported_at, r.resolved_at
           from pattern_reports r join patterns p on p.id = r.pattern_id join users a on a.id = $1
             left join pattern_decisions s on s.id = r.decision_id
           where r.reporter_id = a.id or r.notifier_email_key = a.email_key and a.mailbox_proven_at is not null
           order by r.reported_at desc`,
    shown: ['reference', 'pattern', 'reason', 'text', 'state', 'decision_reason', 'reported_at'],
  },
];

const SELLING_KINDS: Kind[] = [
  {
    name: 'designer',
    rows: `select id, slug, name, bio->>'de' as bio_de, bio->>'en' as bio_en, avatar_url, created_at
           from designers where user_id = $1`,
    shown: ['name', 'bio_de', 'bio_en', 'created_at'],
  },
  {
    name: 'patterns',
    rows: `select p.id, p.slug, ${TITLE} as pattern, p.status, p.category, p.difficulty_level, p.price_cents as amount_cents,
                  p.currency, p.view_count::float8 as views, p.texts, p.details, p.preview_images, p.created_at,
                  p.published_at, p.updated_at
           from patterns p join designers d on d.id = p.designer_id where d.user_id = $1
           order by p.created_at desc, p.id desc`,
    shown: ['pattern', 'status', 'amount_cents', 'views', 'created_at', 'published_at'],
  },
  {
    name: 'pattern-files',
    rows: `select f.id, f.pattern_id, ${TITLE} as pattern, f.kind, f.version, f.file_name, f.changelog,
                  f.master_bytes::float8 as bytes, f.pages, f.sheets, f.state, f.refusal_reason, f.uploaded_at
           from pattern_files f join patterns p on p.id = f.pattern_id join designers d on d.id = p.designer_id
           where d.user_id = $1 order by f.uploaded_at desc, f.id desc`,
    shown: ['pattern', 'file_name', 'version', 'state', 'uploaded_at'],
  },
];

const OWN_PATTERNS = `patterns p on p.id = s.pattern_id join designers d on d.id = p.designer_id where d.user_id = $1`;

const PATTERN_KINDS: Kind[] = [
  {
    name: 'pattern-pictures',
    rows: `select s.id, s.pattern_id, ${TITLE} as pattern, s.state, s.url, s.refusal_code, s.requested_at as uploaded_at,
                  s.prepared_at
           from pattern_pictures s join ${OWN_PATTERNS} order by s.requested_at desc, s.id desc`,
    shown: ['pattern', 'state', 'uploaded_at'],
  },
  {
    name: 'pattern-prices',
    rows: `select s.pattern_id, ${TITLE} as pattern, s.cents as amount_cents, s.currency, s.since
           from pattern_prices s join ${OWN_PATTERNS} order by s.since desc, s.pattern_id`,
    shown: ['pattern', 'amount_cents', 'since'],
  },
  {
    // The rows do not name the moderator and the reporter, because these are other people.
    name: 'pattern-decisions',
    rows: `select s.id, s.reference, s.pattern_id, ${TITLE} as pattern, s.decision, s.ground, s.clause, s.reason,
                  s.detected_by, (select o.reference from pattern_decisions o where o.id = s.reviews_id) as reviews,
                  s.decided_at
           from pattern_decisions s join ${OWN_PATTERNS} order by s.decided_at desc, s.id desc`,
    shown: ['reference', 'pattern', 'decision', 'ground', 'clause', 'reason', 'decided_at'],
  },
];

const RECORD_KINDS: Kind[] = [
  {
    name: 'audit-log',
    rows: `select id, action, case when actor_id is null then 'shop' when actor_id = user_id then 'you' else 'staff' end
                  as actor, details, occurred_at
           from audit_entries where user_id = $1 order by id desc`,
    shown: ['action', 'actor', 'occurred_at'],
  },
  {
    name: 'exports',
    rows: `select id, state, language, requested_at, ready_at, expires_at, bytes::float8 as bytes from export_requests
           where user_id = $1 order by requested_at desc`,
    shown: ['requested_at', 'state', 'bytes'],
  },
  {
    name: 'deletions',
    rows: `select id, asked_at, requested_at, erase_at, undone_at from deletions where user_id = $1
           order by asked_at desc`,
    shown: ['asked_at', 'requested_at', 'erase_at', 'undone_at'],
  },
];

/** All kinds, in the order of the report. */
export const KINDS: Kind[] = [...ACCOUNT_KINDS, ...BUYING_KINDS, ...SELLING_KINDS, ...PATTERN_KINDS, ...RECORD_KINDS];
