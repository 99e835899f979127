import { MikroORM, RequestContext } from '@mikro-orm/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ResetSecondFactor } from './commands/reset-second-factor.js';
import { RequestDeletion } from '../../privacy/commands/request-deletion.js';
import { RequestExport } from '../../privacy/commands/request-export.js';
import { GetExportStatus } from '../../privacy/queries/get-export-status.js';
import { as, enrolled, allowCodeReuse } from '../../../test/support/authenticator.js';
import { aBuyer, aPattern, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { accessOf, startPayment } from '../../../test/support/pay.js';

let shop: OpenShop;
let admin: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  admin = await aBuyer(shop, 'leitung@example.com');
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
});
afterAll(() => shop.close());

const REASON = 'Deine Schnittmuster sind Kopien aus einem Buch.';
const STATEMENT = { reason: REASON, ground: 'law', clause: '§ 97 UrhG' };
const callAdmin = (id: string, action: string, body: object = {}, actor = admin) =>
  shop.http.post(`/api/admin/users/${id}/${action}`).set(as(actor)).send(body);
const suspend = (id: string, actor = admin) => callAdmin(id, 'suspend', STATEMENT, actor);
const login = ({ email }: TestBuyer, password = PASSWORD) =>
  shop.http.post('/api/auth/login').send({ email, password });
const getStatus = async (id: string) =>
  (await shop.sql.row<{ status: string }>('select status from patterns where id = $1', [id]))!.status;
const mailsTo = async ({ email }: TestBuyer) =>
  (await shop.mails()).filter(({ to }) => to.some(({ address }) => address === email));
const findSubjects = async (person: TestBuyer) => (await mailsTo(person)).map(({ subject }) => subject);
const findAuditEntries = async ({ id }: TestBuyer) =>
  shop.sql.rows<{ action: string }>(
    `select action, actor_id from audit_entries where user_id = $1 and action like 'accounts.%' order by id`,
    [id],
  );

describe('a suspended account', () => {
  it('is signed out immediately and cannot sign in until it is restored, and its owner gets the reason by mail', async () => {
    const person = await aBuyer(shop);
    expect((await suspend(person.id).expect(200)).body.data.suspendedAt).toMatch(/Z$/);
    await shop.http.get('/api/auth/profile').set(as(person)).expect(401);
    const refreshed = await shop.http.post('/api/auth/refresh').send({ refresh_token: person.refreshToken });
    expect([refreshed.status, refreshed.body.code]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect((await login(person, 'Kreuzstich8').expect(401)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await login(person).expect(403)).body.code).toBe('ACCOUNT_SUSPENDED');

    await shop.settles();
    const mail = (await mailsTo(person)).find(({ subject }) => subject.includes('gesperrt'))!;
    for (const text of [REASON, 'Gesetz', '§ 97 UrhG']) expect(mail.text).toContain(text);
    const listed = await shop.http.get('/api/admin/users').query({ search: person.email }).set(as(admin));
    expect(listed.body.data.users[0]).toMatchObject({ suspension: STATEMENT, suspendedAt: expect.any(String) });

    // A repeated request has no effect.
    await suspend(person.id).expect(200);
    await callAdmin(person.id, 'restore').expect(200);
    await callAdmin(person.id, 'restore').expect(200);
    await login(person).expect(200);
    await shop.http.get('/api/auth/profile').set(as(person)).expect(401);
    await shop.settles();
    expect((await findSubjects(person)).filter((subject) => /gesperrt|wieder offen/.test(subject))).toHaveLength(2);
    expect(await findAuditEntries(person)).toEqual([
      { action: 'accounts.suspended', actor_id: admin.id },
      { action: 'accounts.restored', actor_id: admin.id },
    ]);
  });

  it('cannot complete the second step of a sign-in that began before the suspension', async () => {
    const person = await aBuyer(shop);
    const { app } = await enrolled(shop, person);
    await allowCodeReuse(shop, person);
    const { challenge } = (await login(person).expect(403)).body.error;
    await suspend(person.id).expect(200);
    await shop.http.post('/api/auth/login/second-factor').send({ challenge, code: app.code() }).expect(401);
    expect((await login(person).expect(403)).body.code).toBe('ACCOUNT_SUSPENDED');
  });

  it('sells nothing until it is restored; its patterns then get their earlier states, unless a moderator has hidden or restored them', async () => {
    const designer = await aBuyer(shop);
    const [onSale, withdrawn, hidden, hiddenMeanwhile, restoredMeanwhile] = (await Promise.all(
      Array.from({ length: 5 }, () => aPattern().with().costing(0).in(shop)),
    )) as [string, string, string, string, string];
    const patterns = [onSale, withdrawn, hidden, hiddenMeanwhile, restoredMeanwhile];
    await shop.sql.rows(
      `update patterns set designer_id = (select designer_id from patterns where id = $1) where id = any($2)`,
      [onSale, patterns],
    );
    await shop.sql.rows(
      `update designers set user_id = $1 where id = (select designer_id from patterns where id = $2)`,
      [designer.id, onSale],
    );
    await shop.sql.rows(`update patterns set status = 'withdrawn' where id = $1`, [withdrawn]);
    await shop.sql.rows(`update patterns set status = 'hidden', shown_as = 'published' where id = any($1)`, [
      [hidden, restoredMeanwhile],
    ]);
    const getStatuses = () => Promise.all(patterns.map(getStatus));
    await suspend(designer.id).expect(200);
    await shop.settles();
    expect(await getStatuses()).toEqual(patterns.map(() => 'hidden'));
    await shop.http.get(`/api/patterns/${onSale}`).expect(404);
    const buyer = await aBuyer(shop);
    expect((await startPayment(shop, buyer, onSale)).status).toBeGreaterThanOrEqual(400);

    const moderate = (id: string, action: string) =>
      shop.http
        .post(`/api/moderation/patterns/${id}/${action}`)
        .set(as(admin))
        .send({ reason: 'geprüft', ground: 'terms', clause: 'Ziffer 7' });
    await moderate(hiddenMeanwhile, 'hide').expect(200);
    await moderate(restoredMeanwhile, 'restore').expect(200);
    expect(await getStatuses()).toEqual(patterns.map(() => 'hidden'));
    await callAdmin(designer.id, 'restore').expect(200);
    await shop.settles();
    expect(await getStatuses()).toEqual(['published', 'withdrawn', 'hidden', 'hidden', 'published']);
    await shop.http.get(`/api/patterns/${onSale}`).expect(200);
  });

  it('cannot download its own purchases until it is restored, but the buyers of its patterns can download', async () => {
    const [designer, buyer] = [await aBuyer(shop), await aBuyer(shop)];
    const pattern = await aPattern().by(designer.id).costing(0).in(shop);
    const started = await startPayment(shop, buyer, pattern);
    await shop.settles();
    const { downloadToken: token } = await accessOf(shop, buyer, started.body.data.purchase_id);
    await suspend(designer.id).expect(200);
    await shop.settles();
    await shop.http.post('/api/downloads/secure').set(as(buyer)).send({ token }).expect(200);
    await suspend(buyer.id).expect(200);
    await shop.http.get('/api/users/purchases').set(as(buyer)).expect(401);
    // The download token alone is not enough, because only the signed-in buyer can download.
    const byToken = await shop.http.post('/api/downloads/secure').send({ token });
    expect(byToken.status).toBe(401);
    await callAdmin(buyer.id, 'restore').expect(200);
    const newSession = { token: (await login(buyer).expect(200)).body.data.accessToken as string };
    const granted = await shop.http.post('/api/downloads/secure').set(as(newSession)).send({ token }).expect(200);
    expect(granted.body.data.downloadUrl).toContain('http');
  });
});

describe('a request to suspend an account', () => {
  it('is refused for the account of the caller, the last administrator, an unknown account, an incomplete statement and a caller without the role', async () => {
    expect((await suspend(admin.id).expect(409)).body.code).toBe('OWN_ACCOUNT');
    const second = await aBuyer(shop);
    await shop.sql.rows(`update users set role = 'admin' where id = $1`, [second.id]);
    const both = await Promise.all([suspend(second.id, admin), suspend(admin.id, second)]);
    // The other request is refused, because the session of its sender has ended.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await shop.sql.rows(`select from users where role = 'admin' and suspended_at is null`)).toHaveLength(1);
    await shop.sql.rows(`update users set suspended_at = null where role = 'admin'`);
    await shop.sql.rows(`update suspensions set lifted_at = now() where lifted_at is null`);
    admin.token = (await login(admin).expect(200)).body.data.accessToken;
    await shop.sql.rows(`update users set role = 'user' where id = $1`, [second.id]);

    for (const [field, value] of Object.entries({ reason: ' ', ground: 'habit', clause: '§' })) {
      const refused = await callAdmin(second.id, 'suspend', { ...STATEMENT, [field]: value }).expect(400);
      expect(refused.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
    }
    await callAdmin('00000000-0000-4000-8000-000000000000', 'suspend', STATEMENT).expect(404);
    // Signs in again, because the suspension above may have ended the session.
    second.token = (await login(second).expect(200)).body.data.accessToken;
    await suspend(second.id, second).expect(403);
  });
});

describe('privacy requests of a suspended account', () => {
  it('can be made by the operator: the data export is built, and the owner confirms the deletion with a mailed link', async () => {
    const person = await aBuyer(shop);
    await suspend(person.id).expect(200);
    const commands = shop.api.get(CommandBus);
    const withRequestContext = <T>(work: () => Promise<T>) => RequestContext.create(shop.api.get(MikroORM).em, work);
    await withRequestContext(() => commands.execute(new RequestExport(person.id, 'de')));
    await withRequestContext(() => commands.execute(new RequestDeletion(person.id, null, null)));
    await shop.settles();
    const status = await shop.api.get(QueryBus).execute(new GetExportStatus(person.id, null));
    expect(status).toMatchObject({ status: 'ready', downloadUrl: expect.stringContaining('http') });
    const link = (await mailsTo(person)).map(({ text }) =>
      /delete-account\/confirm\?token=([\w-]{43})/.exec(text ?? ''),
    );
    const token = link.find((found) => found !== null)![1];
    const confirmed = await shop.http.post('/api/gdpr/delete/confirm').send({ token }).expect(200);
    expect(confirmed.body.data.state).toBe('requested');
  });
});

describe('ending the sessions of an account', () => {
  it('takes effect immediately, writes an audit entry, and keeps the account active', async () => {
    const person = await aBuyer(shop);
    await login(person).expect(200);
    expect((await callAdmin(person.id, 'end-sessions').expect(200)).body.data).toEqual({ ended: 2 });
    await shop.http.get('/api/auth/profile').set(as(person)).expect(401);
    await login(person).expect(200);
    expect(await findAuditEntries(person)).toEqual([{ action: 'accounts.sessions-ended', actor_id: admin.id }]);
  });
});

describe('the owner of an account with a second factor', () => {
  it('gets a mail about each change, and still needs a code after a password reset, if the mailbox was proven before', async () => {
    const person = await aBuyer(shop);
    await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [person.id]);
    await shop.http.put('/api/users/language').set(as(person)).send({ language: 'en', source: 'user' }).expect(200);
    const { recoveryCodes } = await enrolled(shop, person);
    const { challenge } = (await login(person).expect(403)).body.error;
    await shop.http.post('/api/auth/login/second-factor').send({ challenge, code: recoveryCodes[0] }).expect(200);
    await shop.http.post('/api/password-reset/request').send({ email: person.email }).expect(200);
    await shop.settles();
    const reset = (await mailsTo(person)).find(({ text }) => text?.includes('/reset-password?token='))!;
    const token = /reset-password\?token=([\w-]{43})/.exec(reset.text!)![1];
    const newPassword = 'Hexenstich-12';
    await shop.http.post('/api/password-reset/confirm').send({ token, new_password: newPassword }).expect(200);
    expect((await login(person, newPassword).expect(403)).body.code).toBe('SECOND_FACTOR_REQUIRED');

    const second = (await login(person, newPassword).expect(403)).body.error.challenge;
    const opened = await shop.http
      .post('/api/auth/login/second-factor')
      .send({ challenge: second, code: recoveryCodes[1] })
      .expect(200);
    await shop.http
      .post('/api/auth/second-factor/remove')
      .set(as({ token: opened.body.data.accessToken }))
      .send({ password: newPassword, code: recoveryCodes[2] })
      .expect(200);
    await shop.settles();
    const factorMails = (await findSubjects(person)).filter((subject) => /factor|Recovery/.test(subject));
    expect(factorMails.map((subject) => subject.split(' – ')[0]).toSorted()).toEqual([
      'Recovery code used',
      'Recovery code used',
      'Recovery code used',
      'Second factor switched off',
      'Second factor switched on',
    ]);
    const used = (await mailsTo(person)).filter(({ subject }) => subject.startsWith('Recovery code used'));
    expect(used.map(({ text }) => text).join()).toMatch(/Unused codes: 9/);
  });

  it('can sign in without app and recovery codes after the operator has reset the factor', async () => {
    const person = await aBuyer(shop);
    await enrolled(shop, person);
    const reset = (email: string) =>
      RequestContext.create(shop.api.get(MikroORM).em, () =>
        shop.api.get(CommandBus).execute(new ResetSecondFactor(email)),
      );
    expect(await reset('niemand@example.com')).toBeNull();
    expect(await reset(person.email.toUpperCase())).toBe(true);
    expect(await reset(person.email)).toBe(false);
    await shop.http.get('/api/auth/profile').set(as(person)).expect(401);
    await login(person).expect(200);
    await shop.settles();
    expect(await findSubjects(person)).toEqual(
      expect.arrayContaining([expect.stringContaining('Zweiter Faktor zurückgesetzt')]),
    );
    const entry = await shop.sql.row(
      `select actor_id, by_operator from audit_entries where user_id = $1 and action = 'accounts.second-factor-reset'`,
      [person.id],
    );
    expect(entry).toEqual({ actor_id: null, by_operator: true });
  });
});
