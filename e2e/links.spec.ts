import { crawl } from './support/crawl.ts';
import { DEMO_ADMIN, DEMO_BUYER, DEMO_DESIGNER, signInByApi } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.describe.configure({ timeout: 180_000 });

const publicPaths = (
  '/ /patterns /designers /help /contact /size-guide /tutorials /withdraw /preferences ' +
  '/terms /privacy /widerruf /refunds /copyright /impressum /barrierefreiheit /ranking'
).split(' ');

for (const language of ['de', 'en'] as const) {
  test(`every link that a visitor sees leads to a page in the same language (${language})`, async ({ page }) => {
    const { opened, wrong } = await crawl(page, ['/'], language);
    expect(wrong).toEqual([]);
    expect(opened).toEqual(expect.arrayContaining(publicPaths));
  });
}

const privateScreens = {
  'a buyer': [DEMO_BUYER, 'de', '/downloads /profile /wishlist'],
  'a designer': [DEMO_DESIGNER, 'en', '/studio /profile'],
  'an administrator': [
    DEMO_ADMIN,
    'de',
    '/admin /admin?tab=purchases /admin?tab=withdrawals /moderation /moderation?state=resolved',
  ],
} as const;
for (const [role, [person, language, paths]] of Object.entries(privateScreens)) {
  test(`every link that ${role} sees leads to a page`, async ({ page }) => {
    await signInByApi(page, person);
    const starts = paths.split(' ');
    const { opened, wrong } = await crawl(page, starts, language, publicPaths);
    expect(wrong).toEqual([]);
    expect(opened).toEqual(expect.arrayContaining(starts));
  });
}
