import { FACTS, GROUND, NOTICE, type NoticeShop, openNoticeShop } from '../../../test/support/notices.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { by } from '../../../test/support/sell.js';

let t: NoticeShop;

beforeAll(async () => {
  t = await openNoticeShop();
});
afterAll(() => t?.shop.close());

describe('a notice of a guest', () => {
  it('gets a receipt with its reference that contains no word of the guest or the designer', async () => {
    const { id } = await t.aPatternOnSale();
    const email = t.newAddress();
    const { body } = await t.notify(id, email, { locale: 'en' }).expect(202);
    expect(body.data).toEqual({ state: 'open', reference: expect.stringMatching(/^NR-\d{4}-\d{6}$/) });
    const receipt = (await t.mailsTo(email))[0]!;
    expect(receipt.subject).toContain(body.data.reference);
    expect(receipt.text).toContain(`/en/patterns/${id}`);
    expect(receipt.text).toContain('received a report');
    expect(receipt.text).not.toMatch(/Klägerin|Buch|Ronja/);
  });

  it.each([
    ['name', { name: '' }],
    ['email', { email: '' }],
    ['email', { email: 'melderin@' }],
    ['text', { text: 'zu kurz' }],
    ['good_faith', { good_faith: false }],
    ['good_faith', { good_faith: undefined }],
    ['reason', { reason: 'resold-copy' }],
    ['locale', { locale: 'fr' }],
  ])('without a valid %s is refused, and the error names the field', async (field, body) => {
    const response = await t.notify((await t.aPatternOnSale()).id, t.newAddress(), body);
    expect([response.status, response.body.error.details[0].field]).toEqual([400, field]);
  });

  it('needs no name and no address if it reports the abuse of minors', async () => {
    const reference = await t.aNotice((await t.aPatternOnSale()).id, null, { reason: 'minors', name: undefined });
    expect(await t.findReport(reference)).toMatchObject({
      notifier_name: null,
      notifier_email: null,
      good_faith: true,
    });
  });

  it('is stored once when it is sent twice, and again when its text differs', async () => {
    const { id } = await t.aPatternOnSale();
    const email = t.newAddress();
    const [first, repeat] = await Promise.all([t.aNotice(id, email), t.aNotice(id, email)]);
    expect(repeat).toBe(first);
    expect(await t.aNotice(id, email, { text: 'Auch Seite 4 stammt aus meinem Buch.' })).not.toBe(first);
    expect(await t.mailsTo(email)).toHaveLength(2);
  });

  it('is stored without a receipt when the network has caused five mails, and the response is the same', async () => {
    const { id } = await t.aPatternOnSale();
    const ip = unusedIp();
    for (let sent = 0; sent < 5; sent += 1) await t.notify(id, t.newAddress(), {}, ip).expect(202);
    const email = t.newAddress();
    const { body } = await t.notify(id, email, {}, ip).expect(202);
    expect(await t.findReport(body.data.reference)).toMatchObject({ state: 'open', receipt_left_out: true });
    expect(await t.mailsTo(email)).toEqual([]);
  });

  it('with the address of an account gets the same response, and is not assigned to the account', async () => {
    const { id } = await t.aPatternOnSale();
    const owner = await t.aProvenUser();
    const responses = [
      await t.notify(id, owner.email),
      await t.notify(id, owner.email, { text: 'Noch eine Meldung.' }),
    ];
    expect(responses.map(({ status, body }) => [status, Object.keys(body.data)])).toEqual([
      [202, ['state', 'reference']],
      [202, ['state', 'reference']],
    ]);
    expect(await t.findReport(responses[0]!.body.data.reference)).toMatchObject({ reporter_id: null });
  });
});

describe('a decision about a notice', () => {
  it('is mailed to the guest with facts, ground and redress, and to the designer as a statement of reasons', async () => {
    const { id, seller, email, report, decision } = await t.aHiddenPattern();
    expect(decision).toMatchObject({
      reference: expect.stringMatching(/^DR-\d{4}-\d{6}$/),
      decision: 'hidden',
      ...GROUND,
      reason: FACTS,
      detected_by: 'notice',
      reports: [report],
      pattern_status: 'hidden',
    });
    const guestMail = (await t.mailAbout(email, /entschieden/))!;
    const designerMail = (await t.mailAbout(seller.email, /ist ausgeblendet/))!;
    for (const { text } of [guestMail, designerMail])
      for (const part of [
        decision.reference,
        FACTS,
        '§ 97 UrhG',
        'kein Programm',
        'sechs Monaten',
        'Bundesnetzagentur',
      ])
        expect(text).toContain(part);
    expect(guestMail.text).toContain(report);
    expect(designerMail.text).toContain('Anlass war eine Meldung.');
    expect(designerMail.text).not.toMatch(new RegExp(`Klägerin|${email}|${report}`));

    const { statements } = (await by(t.shop, seller).get(`/users/patterns/${id}`).expect(200)).body.data;
    const statement = { reference: decision.reference, decision: 'hidden', ...GROUND, reason: FACTS, reviews: null };
    expect(statements).toEqual([{ ...statement, detected_by: 'notice', decided_at: expect.any(String) }]);
  });

  it('to hide needs facts and a ground, and the error names the missing field', async () => {
    const report = await t.aNotice((await t.aPatternOnSale()).id, t.newAddress());
    const fields = [
      { note: '', ...GROUND },
      { note: FACTS, clause: '§ 97 UrhG' },
      { note: FACTS, ground: 'law' },
      { note: FACTS, ground: 'taste', clause: '§ 97 UrhG' },
    ].map(async (body) => (await t.resolve(report, 'hidden', body)).body.error.details[0].field);
    expect(await Promise.all(fields)).toEqual(['note', 'ground', 'clause', 'ground']);
    expect((await t.resolve(report, 'dismissed', {})).body.error.details[0].field).toBe('note');
  });

  it('to dismiss it is mailed to the reporter with an account, but not to the designer', async () => {
    const { id, seller } = await t.aPatternOnSale();
    const reporter = await t.aProvenUser();
    const { body } = await by(t.shop, reporter).post(`/patterns/${id}/report`, NOTICE).expect(202);
    expect(await t.mailAbout(reporter.email, /angekommen/)).toBeDefined();
    await t.resolve(body.data.reference, 'dismissed', { note: 'Die Zeichnung ist gemeinfrei.' });
    const mail = (await t.mailAbout(reporter.email, /entschieden/))!;
    expect(mail.text).toContain('bleibt im Shop');
    expect(mail.text).toContain('Die Zeichnung ist gemeinfrei.');
    expect(await t.mailsTo(seller.email)).toEqual([]);
    expect((await by(t.shop, seller).get(`/users/patterns/${id}`)).body.data.statements).toEqual([]);
  });

  it('is mailed to the guest whose receipt was skipped, within the limits of the mailbox', async () => {
    const report = await t.aNotice((await t.aPatternOnSale()).id, t.newAddress());
    const email = t.newAddress();
    await t.shop.sql.rows(
      `update pattern_reports set receipt_left_out = true, notifier_email = $2 where reference = $1`,
      [report, email],
    );
    await t.resolve(report, 'dismissed', { note: FACTS });
    expect(await t.mailAbout(email, /entschieden/)).toBeDefined();
  });
});
