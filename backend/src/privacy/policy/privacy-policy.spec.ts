import { textOf } from '../../../test/support/source-files.js';
import { privacyPolicy } from './privacy-policy.js';

const seller = { name: 'Fadenlauf GmbH', address: 'Nähgasse 5\n10115 Berlin', vatId: null, taxNumber: null };
const config = { shopName: 'Musterladen', supportEmail: 'hilfe@example.com', seller };
const policies = (['de', 'en'] as const).map((language) => privacyPolicy(config, language));
const [german, english] = policies.map((policy) => policy.sections.flatMap(({ paragraphs }) => paragraphs).join('\n'));

/** @returns the keys of the storefront in browser storage; storage.spec.ts shows that it uses no others */
function findStorageKeys(): string[] {
  const lists = [...textOf('storefront/src/lib/storage.ts').matchAll(/export const \w+Names = \[([^\]]+)\]/g)];
  return lists.flatMap(([, list]) => [...list!.matchAll(/'([^']+)'/g)].map(([, name]) => name!));
}

describe('the privacy policy', () => {
  it('names every key that the storefront stores in the browser', () => {
    const names = findStorageKeys();
    expect(names).toEqual(expect.arrayContaining(['access_token', 'user_preferences', 'after_sign_in_report']));
    const isNamed = (text: string, name: string) => new RegExp(`[–,] ${name}[,:]`).test(text);
    expect(names.filter((name) => !isNamed(german!, name) || !isNamed(english!, name))).toEqual([]);
  });

  it('has the same number of placeholders for the operator in both languages, and a note about them', () => {
    const countPlaceholders = (text: string) => text.match(/\[[^\]]+\]/g)!.length;
    expect(countPlaceholders(german!)).toBe(countPlaceholders(english!));
    for (const { sections } of policies) expect(sections[0]!.id).toBe('template');
  });

  it('contains the seller on one line, or a placeholder when no address is configured', () => {
    expect(german).toContain('Fadenlauf GmbH, Nähgasse 5, 10115 Berlin');
    const withoutAddress = privacyPolicy({ ...config, seller: { ...seller, address: '' } }, 'en');
    expect(JSON.stringify(withoutAddress.sections)).toContain('[address]');
  });

  it('has the title that the storefront shows', () => {
    for (const { language, title } of policies) {
      const texts = JSON.parse(textOf(`storefront/src/i18n/locales/${language}/legal.json`)) as {
        privacy: { title: string };
      };
      expect(texts.privacy.title).toBe(title);
    }
  });
});
