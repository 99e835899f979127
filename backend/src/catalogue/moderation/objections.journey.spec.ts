import { CommandBus } from '@nestjs/cqrs';
import type { TestBuyer } from '../../../test/support/builders.js';
import { fetchExport, requestExport } from '../../../test/support/export.js';
import { FACTS, GROUND, NOTICE, type NoticeShop, openNoticeShop } from '../../../test/support/notices.js';
import { by } from '../../../test/support/sell.js';
import { AnonymiseDesigner } from '../designers/commands/anonymise-designer.js';
import { PurgeNotifiers } from './commands/purge-notifiers.js';

let t: NoticeShop;

beforeAll(async () => {
  t = await openNoticeShop();
});
afterAll(() => t?.shop.close());

describe('an objection', () => {
  it('is decided by another moderator, once, and both sides get the second decision', async () => {
    const { id, seller, email, decision } = await t.aHiddenPattern();
    expect(decision.reviewable).toBe(false);
    const body = { decision: 'restored', reason: 'Die Designerin hat die Zeichnung selbst gemacht.' };
    expect((await t.review(decision.id, body, t.moderator)).body.code).toBe('OWN_DECISION');
    const { reference } = (await t.review(decision.id, body).expect(200)).body.data;
    expect((await t.review(decision.id, body)).body.code).toBe('DECISION_REVIEWED');

    expect((await t.shop.http.get(`/api/patterns/${id}`)).status).toBe(200);
    expect(await t.mailAbout(email, /entschieden/, body.reason)).toBeDefined();
    const designerMail = (await t.mailAbout(seller.email, /nicht mehr ausgeblendet/))!;
    expect(designerMail.text).toContain(reference);
    expect(designerMail.text).toContain(body.reason);
    expect((await t.listDecisions(t.second, `?reference=${reference}`)).decisions[0]).toMatchObject({
      reviews: decision.reference,
      moderator: expect.any(String),
    });
  });

  it('without success keeps the ground, and the mails offer no second objection', async () => {
    const { seller, email, decision } = await t.aHiddenPattern();
    const reason = 'Auch die zweite Prüfung zeigt die Zeichnung aus dem Buch.';
    await t.review(decision.id, { decision: 'upheld', reason }).expect(200);
    for (const mail of [
      await t.mailAbout(email, /entschieden/, reason),
      await t.mailAbout(seller.email, /bleibt ausgeblendet/),
    ]) {
      expect(mail!.text).toContain(reason);
      expect(mail!.text).toContain('§ 97 UrhG');
      expect(mail!.text).toContain('Bundesnetzagentur');
      expect(mail!.text).not.toContain('sechs Monaten');
    }
  });

  it('of a reporter can hide a pattern whose report was dismissed; the ground is needed', async () => {
    const { id } = await t.aPatternOnSale();
    const report = await t.aNotice(id, t.newAddress());
    await t.resolve(report, 'dismissed', { note: 'Nicht erkennbar.' });
    const { id: dismissal } = (await t.listDecisions(t.second, `?reference=${report}`)).decisions[0];
    const body = { decision: 'hidden', reason: FACTS };
    expect((await t.review(dismissal, body)).body.error.details[0].field).toBe('ground');
    expect((await t.review(dismissal, { ...body, decision: 'restored' })).body.error.details[0].field).toBe('decision');
    await t.review(dismissal, { ...body, ...GROUND }).expect(200);
    expect((await t.shop.http.get(`/api/patterns/${id}`)).status).toBe(404);
  });

  it('cannot be decided after the pattern was restored without it', async () => {
    const { id, decision } = await t.aHiddenPattern();
    await by(t.shop, t.second).post(`/moderation/patterns/${id}/restore`, { reason: 'Irrtum' }).expect(200);
    for (const outcome of ['restored', 'upheld'])
      expect((await t.review(decision.id, { decision: outcome, reason: FACTS })).body.code).toBe('DECISION_OUTDATED');
  });
});

describe('the log of decisions', () => {
  it('shows notifiers only to administrators, and can be filtered', async () => {
    const { email, report, decision } = await t.aHiddenPattern();
    const seen = await t.listDecisions(t.second, `?reference=${report.toLowerCase()}`);
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`Klägerin|${email}`));
    expect(seen.decisions[0]).toMatchObject({ id: decision.id, reviewable: true });
    const [forAdmin] = (await t.listDecisions(t.admin, `?reference=${decision.reference}`)).decisions;
    expect(forAdmin.notifiers).toEqual([{ reference: report, name: 'Käthe Klägerin', email }]);
    const kinds = (await t.listDecisions(t.second, '?decision=upheld&limit=100')).decisions.map(
      (listed: { decision: string }) => listed.decision,
    );
    expect([...new Set(kinds)]).toEqual(['upheld']);
    expect((await t.listDecisions(t.second, '?limit=1&page=2')).decisions).toHaveLength(1);
  });
});

describe('the name and the address of a guest', () => {
  it('are erased six months after the last decision', async () => {
    const [old, reviewed, open] = [await t.aHiddenPattern(), await t.aHiddenPattern(), await t.aPatternOnSale()];
    const openReport = await t.aNotice(open.id, t.newAddress());
    await t.review(reviewed.decision.id, { decision: 'upheld', reason: FACTS }).expect(200);
    await t.shop.settles();
    const long = `now() - interval '6 months 1 day'`;
    await t.shop.sql.rows(
      `update pattern_reports set reported_at = ${long}, resolved_at = case when state = 'resolved' then ${long} end
                         where reference = any($1)`,
      [[old.report, reviewed.report, openReport]],
    );
    await t.shop.sql.rows(`update pattern_decisions set decided_at = ${long} where id = any($1)`, [
      [old.decision.id, reviewed.decision.id],
    ]);
    expect(await t.shop.api.get(CommandBus).execute(new PurgeNotifiers())).toBe(1);
    expect(await t.findReport(old.report)).toMatchObject({
      notifier_name: null,
      notifier_email: null,
      notifier_email_key: null,
      text: NOTICE.text,
    });
    for (const kept of [reviewed.report, openReport])
      expect((await t.findReport(kept)).notifier_email).toMatch(/@example/);
  });

  it('are in the export of the account with this proven mailbox, and are erased with the account', async () => {
    const [owner, { id, seller }] = [await t.aProvenUser(), await t.aPatternOnSale()];
    const report = await t.aNotice(id, owner.email);
    await t.resolve(report, 'hidden');
    const readReports = async (user: TestBuyer) => {
      const { files } = await fetchExport(t.shop, user, await requestExport(t.shop, user));
      return JSON.parse(files.get('data.json')!.toString());
    };
    const { reports } = await readReports(owner);
    expect(reports).toMatchObject([
      { reference: report, name: 'Käthe Klägerin', email: owner.email, ...GROUND, decision_reason: FACTS },
    ]);
    const own = await readReports(seller);
    expect(own['pattern-decisions']).toContainEqual(
      expect.objectContaining({ pattern_id: id, decision: 'hidden', ...GROUND, reason: FACTS, detected_by: 'notice' }),
    );
    await t.shop.api.get(CommandBus).execute(new AnonymiseDesigner(owner.id));
    expect(await t.findReport(report)).toMatchObject({ notifier_name: null, notifier_email: null, text: null });
  });
});
