import { aBuyer, type TestBuyer } from '../../test/support/builders.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { as } from '../../test/support/pay.js';
import { filesLike, isTest, textOf } from '../../test/support/source-files.js';
import { isDescribed } from './audit-descriptions.js';
import type { AuditLog } from './audit-log.contract.js';
import type { ConsentAnswer } from './consent.contract.js';
import type { PrivacyPolicy } from '../legal/policy.contract.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const fetchConsents = async (person: TestBuyer): Promise<ConsentAnswer> =>
  (await as(shop, person).get('/api/gdpr/consent').expect(200)).body.data;
const giveConsents = (person: TestBuyer, consentTypes: unknown) =>
  as(shop, person).post('/api/gdpr/consent', { consentTypes });
const withdrawConsents = (person: TestBuyer, consentTypes: unknown) =>
  as(shop, person).post('/api/gdpr/consent/withdraw', { consentTypes });
const fetchAuditLog = async (person: TestBuyer, query = ''): Promise<AuditLog['entries']> =>
  (await as(shop, person).get(`/api/gdpr/audit-log${query}`).expect(200)).body.data.entries;

describe('consents', () => {
  it('are not granted by default', async () => {
    const { consents: all, history } = await fetchConsents(await aBuyer(shop));
    const notGranted = { granted: false, grantedAt: null, withdrawnAt: null, version: null };
    expect(all).toEqual([
      { type: 'marketing_emails', used: true, ...notGranted },
      { type: 'analytics', used: false, ...notGranted },
      { type: 'personalization', used: false, ...notGranted },
    ]);
    expect(history).toEqual([]);
  });

  it('can be given, withdrawn and given again, and every change is recorded', async () => {
    const person = await aBuyer(shop);
    const given = (await giveConsents(person, ['analytics', 'marketing_emails']).expect(200)).body
      .data as ConsentAnswer;
    expect(given.consents.filter(({ granted }) => granted).map(({ type }) => type)).toEqual([
      'marketing_emails',
      'analytics',
    ]);
    const withdrawn = (await withdrawConsents(person, ['analytics']).expect(200)).body.data as ConsentAnswer;
    const analytics = withdrawn.consents.find(({ type }) => type === 'analytics')!;
    expect(analytics).toMatchObject({ granted: false, version: '2026-11' });
    expect(Date.parse(analytics.withdrawnAt!)).toBeGreaterThanOrEqual(Date.parse(analytics.grantedAt!));
    await giveConsents(person, ['analytics']).expect(200);
    const { history } = await fetchConsents(person);
    expect(history.map(({ type, granted }) => `${type} ${granted}`)).toEqual([
      'analytics true',
      'analytics false',
      expect.stringMatching(/ true$/),
      expect.stringMatching(/ true$/),
    ]);
    expect((await fetchAuditLog(person)).map(({ action, details }) => `${action} ${String(details.type)}`)).toEqual([
      'privacy.consent-given analytics',
      'privacy.consent-withdrawn analytics',
      expect.stringMatching(/consent-given/),
      expect.stringMatching(/consent-given/),
    ]);
  });

  it('can be given and withdrawn through the API even when the shop does not use them', async () => {
    const person = await aBuyer(shop);
    const grantedStates = ({ body }: { body: { data: ConsentAnswer } }) =>
      body.data.consents.filter(({ used }) => !used).map(({ type, granted }) => [type, granted]);
    const types = ['analytics', 'personalization'];
    expect(grantedStates(await giveConsents(person, types).expect(200))).toEqual(types.map((type) => [type, true]));
    expect(grantedStates(await withdrawConsents(person, types).expect(200))).toEqual(
      types.map((type) => [type, false]),
    );
  });

  it('are recorded once for repeated requests, and not at all when a user withdraws a consent that was never given', async () => {
    const person = await aBuyer(shop);
    await Promise.all(Array.from({ length: 10 }, () => giveConsents(person, ['analytics']).expect(200)));
    await withdrawConsents(person, ['personalization']).expect(200);
    expect((await fetchConsents(person)).history).toHaveLength(1);
  });

  it.each([[['cookies']], [[]], [['analytics', 7]], [undefined], [{ analytics: true }]])(
    'are refused with 400 and the name of the field when the list of types is %j',
    async (types) => {
      const person = await aBuyer(shop);
      for (const response of [await giveConsents(person, types), await withdrawConsents(person, types)]) {
        expect([response.status, response.body.code, response.body.error.details[0].field]).toEqual([
          400,
          'VALIDATION_FAILED',
          'consentTypes',
        ]);
      }
      expect((await fetchConsents(person)).history).toEqual([]);
    },
  );

  it('cannot be changed or deleted in the database', async () => {
    const person = await aBuyer(shop);
    await giveConsents(person, ['analytics']).expect(200);
    const update = shop.owner.rows('update consent_records set granted = false where user_id = $1', [person.id]);
    await expect(update).rejects.toThrow('never changed');
    const remove = shop.owner.rows('delete from consent_records where user_id = $1', [person.id]);
    await expect(remove).rejects.toThrow('never changed');
  });
});

describe('the audit log', () => {
  it('lists the actions on the account and who acted (owner or staff), in the language of the owner', async () => {
    const [person, other] = [await aBuyer(shop), await aBuyer(shop)];
    await giveConsents(person, ['analytics']).expect(200);
    await shop.sql.rows(
      `insert into audit_entries (id, user_id, actor_id, action, details, occurred_at)
       values (gen_random_uuid(), $1, $2, 'accounts.role-changed', '{"to":"moderator"}', now())`,
      [person.id, other.id],
    );
    const entries = await fetchAuditLog(person);
    const byAction = (action: string) => entries.find((entry) => entry.action === action);
    expect(byAction('privacy.consent-given')).toMatchObject({ actor: 'you', description: 'Einwilligung erteilt' });
    expect(byAction('accounts.role-changed')).toMatchObject({ actor: 'staff', details: { to: 'moderator' } });
    expect(JSON.stringify(entries)).not.toContain(other.id);
    expect(await fetchAuditLog(other)).toEqual([]);
    expect((await fetchAuditLog(person, '?lang=en')).map(({ description }) => description)).toContain('Consent given');
  });

  it('returns the requested page with as many entries as requested, 50 by default', async () => {
    const person = await aBuyer(shop);
    await shop.sql.rows(
      `insert into audit_entries (id, user_id, action, details, occurred_at)
       select gen_random_uuid(), $1, 'purchases.refunded', '{}', now() from generate_series(1, 60)`,
      [person.id],
    );
    expect(await fetchAuditLog(person)).toHaveLength(50);
    expect(await fetchAuditLog(person, '?limit=')).toHaveLength(50);
    expect(await fetchAuditLog(person, '?limit=1')).toHaveLength(1);
    expect(await fetchAuditLog(person, '?limit=200')).toHaveLength(60);
    for (const [page, length] of [
      [1, 50],
      [2, 10],
      [3, 0],
    ] as const)
      expect(await fetchAuditLog(person, `?page=${page}`)).toHaveLength(length);
    const all = await fetchAuditLog(person, '?limit=60');
    expect(await fetchAuditLog(person, '?limit=7&page=2')).toEqual(all.slice(7, 14));
    const { body } = await as(shop, person).get('/api/gdpr/audit-log').expect(200);
    expect(body.data).toMatchObject({ page: 1, limit: 50, total: 60, total_pages: 2 });
    for (const limit of ['0', '201', '-1', 'x', '1.5']) {
      const response = await as(shop, person).get(`/api/gdpr/audit-log?limit=${limit}`);
      expect([limit, response.status, response.body.error.details[0].field]).toEqual([limit, 400, 'limit']);
    }
  });

  it('has a description for every action that the code records', () => {
    const code = filesLike('backend/src/**/*.ts').filter((file) => !isTest(file));
    const actions = code.flatMap((file) =>
      [...textOf(file).matchAll(/'((?:accounts|catalogue|purchases|privacy|newsletter|wishlist)\.[a-z-]+)'/g)]
        .map(([, action]) => action!)
        .filter(() => /audit\.record|const action = /.test(textOf(file))),
    );
    expect(actions.length).toBeGreaterThan(5);
    expect([...new Set(actions)].filter((action) => !isDescribed(action))).toEqual([]);
  });
});

describe('the privacy policy', () => {
  const fetchPolicy = async (query: string): Promise<PrivacyPolicy> =>
    (await shop.http.get(`/api/gdpr/privacy-policy${query}`).expect(200)).body.data;

  it('is public, German by default, and names the seller', async () => {
    const german = await fetchPolicy('');
    expect(german).toMatchObject({ language: 'de', title: 'Datenschutzerklärung', version: '2026-11-25' });
    const text = JSON.stringify(german.sections);
    expect(text).toContain(shop.config.seller.name);
    expect(text).toContain(shop.config.supportEmail);
    expect(text).toContain(shop.config.seller.privacyContact);
    expect(text).not.toMatch(/[{]\w+[}]|undefined/);
    await shop.http.get('/api/gdpr/privacy-policy?lang=fr').expect(400);
  });

  it('has the same sections and paragraphs in both languages', async () => {
    const [german, english] = [await fetchPolicy('?lang=de'), await fetchPolicy('?lang=en')];
    const countParagraphs = ({ sections }: PrivacyPolicy) =>
      sections.map(({ id, paragraphs }) => [id, paragraphs.length]);
    expect(english).toMatchObject({ language: 'en', title: 'Privacy policy' });
    expect(countParagraphs(english)).toEqual(countParagraphs(german));
  });
});
