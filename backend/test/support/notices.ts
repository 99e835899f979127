import { aBuyer, aPattern, type TestBuyer } from './builders.js';
import { unusedIp } from './exhaust-rate-limit.js';
import { openShop } from './open-shop.js';
import { by } from './sell.js';

export const NOTICE = { reason: 'copyright', text: 'Die Zeichnung stammt aus meinem Buch.', good_faith: true };
export const GROUND = { ground: 'law', clause: '§ 97 UrhG' };
export const FACTS = 'Seite 3 zeigt die Zeichnung aus dem Buch „Röcke“.';

export type NoticeShop = Awaited<ReturnType<typeof openNoticeShop>>;

/** Opens a shop with two moderators and an administrator, and with the real limits of unproven mail. */
export async function openNoticeShop() {
  const RATE_LIMITS = 'unproven-mail.ip=5/3600,unproven-mail.recipient=5/86400';
  const shop = await openShop({ workers: true, env: { RATE_LIMITS } });
  const [moderator, second] = [await aBuyer(shop), await aBuyer(shop)];
  const admin = await aBuyer(shop, 'leitung@example.com');
  await shop.sql.rows(`update users set role = 'moderator' where id = any($1)`, [[moderator.id, second.id]]);
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
  let count = 0;

  const newAddress = () => `melderin${(count += 1)}@example.com`;
  const notify = (id: string, email: string | null, body: object = {}, ip = unusedIp()) =>
    shop.http
      .post(`/api/patterns/${id}/report`)
      .set('x-forwarded-for', ip)
      .send({ ...NOTICE, name: 'Käthe Klägerin', ...(email && { email }), ...body });
  const mailsTo = async (email: string) => {
    await shop.settles();
    return (await shop.mails()).filter(({ to }) => to[0]!.address === email);
  };
  async function aProvenUser(): Promise<TestBuyer> {
    const user = await aBuyer(shop);
    await shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [user.id]);
    return user;
  }
  /**
   * Creates a pattern on sale with a new account, because the builder creates a designer for each pattern and an account can
   * have only one designer.
   */
  async function aPatternOnSale() {
    const seller = await aProvenUser();
    return { seller, id: await aPattern().titled('Rock Ronja').by(seller.id).in(shop) };
  }
  const findReport = async (reference: string) =>
    (await shop.sql.row('select * from pattern_reports where reference = $1', [reference]))!;
  const listDecisions = async (viewer = moderator, query = '') =>
    (await by(shop, viewer).get(`/moderation/decisions${query}`).expect(200)).body.data;
  /** @returns the reference of a new notice */
  const aNotice = async (id: string, email: string | null, body: object = {}): Promise<string> =>
    (await notify(id, email, body).expect(202)).body.data.reference;
  const resolve = async (reference: string, decision: string, body: object = { note: FACTS, ...GROUND }) =>
    by(shop, moderator).post(`/moderation/reports/${(await findReport(reference)).id}/resolve`, { decision, ...body });

  return {
    shop,
    moderator,
    second,
    admin,
    newAddress,
    notify,
    mailsTo,
    aProvenUser,
    aPatternOnSale,
    findReport,
    listDecisions,
    aNotice,
    resolve,
    /** @returns the mail to the address whose subject matches and whose text contains the words */
    mailAbout: async (email: string, subject: RegExp, words = '') =>
      (await mailsTo(email)).findLast((mail) => subject.test(mail.subject) && mail.text!.includes(words)),
    review: (id: string, body: object, as = second) => by(shop, as).post(`/moderation/decisions/${id}/review`, body),
    /** Hides a pattern because of a guest's notice. @returns also the guest's address and the decision in the log */
    async aHiddenPattern() {
      const { id, seller } = await aPatternOnSale();
      const email = newAddress();
      const report = await aNotice(id, email);
      await resolve(report, 'hidden');
      const [decision] = (await listDecisions(moderator, `?reference=${report}`)).decisions;
      return { id, seller, email, report, decision };
    },
  };
}
