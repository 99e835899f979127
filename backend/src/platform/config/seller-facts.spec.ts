import { randomBytes } from 'node:crypto';
import { PRODUCTION_FACTS } from '../../../test/support/production-facts.js';
import { ConfigError, loadConfig } from './config.js';
import { SELLER_FACTS } from './seller-facts.js';

const WITH_TEXTS: Record<string, string> = {
  DISPUTE_RESOLUTION: 'willing',
  DISPUTE_BODY: 'Universalschlichtungsstelle des Bundes, Straßburger Straße 8, 77694 Kehl',
  FURTHER_PROCESSORS: 'Telefon: Rufdienst GmbH, Köln, Deutschland; Buchhaltung: Zahlenhof AG, Bonn, Deutschland',
  FURTHER_PROCESSORS_EN: 'telephone: Rufdienst GmbH, Cologne, Germany; bookkeeping: Zahlenhof AG, Bonn, Germany',
  ACCESSIBILITY_TEST: '12. Oktober 2026, drei Personen, eine Barriere gefunden und behoben',
  ACCESSIBILITY_TEST_EN: '12 October 2026, three persons, one barrier found and fixed',
};
const PRODUCTION: Record<string, string> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://schnitte.shop',
  ...PRODUCTION_FACTS,
};

function findProblems(env: Record<string, string>): string[] {
  try {
    loadConfig({ needs: ['seller'], env });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

/** The settings that production requires, each with a page or document that states the fact. */
const REQUIRED: [name: string, where: string][] = [
  ['SUPPORT_EMAIL', 'the pages /impressum, /widerruf, /contact and every mail need it'],
  ['SELLER_NAME', '/impressum'],
  ['SELLER_NAME', 'every invoice'],
  ['SELLER_LEGAL_FORM', 'the page /impressum needs it'],
  ['SELLER_ADDRESS', '/widerruf'],
  ['SELLER_ADDRESS', 'every mail'],
  ['SELLER_REPRESENTATIVE', '/impressum'],
  ['SELLER_PHONE', 'the pages /impressum, /widerruf need it'],
  ['SELLER_REGISTER', '/impressum'],
  [
    'SELLER_VAT_ID',
    'SELLER_TAX_NUMBER or SELLER_ECONOMIC_ID must be given: the page /impressum and every invoice need it',
  ],
  ['RESPONSIBLE_PERSON', 'the page /impressum needs it'],
  ['DISPUTE_RESOLUTION', '/terms'],
  ['DISPUTE_BODY', '/impressum'],
  ['PRIVACY_AUTHORITY', 'the page /privacy needs it'],
  ['MARKET_AUTHORITY', 'the page /barrierefreiheit needs it'],
  ['DSA_CONTACT', 'the page /impressum and mails about reports and decisions need it'],
  ['PRIVACY_CONTACT', 'the page /privacy needs it'],
  ['PRIVACY_OFFICER', 'the page /privacy needs it'],
  ['HOSTING_PROVIDER', 'the page /privacy needs it'],
  ['STORAGE_PROVIDER', 'the page /privacy needs it'],
  ['MAIL_PROVIDER', 'the page /privacy needs it'],
  ['FURTHER_PROCESSORS', 'the page /privacy needs it'],
  ['FURTHER_PROCESSORS_EN', 'the page /en/privacy needs it'],
  ['LOG_RETENTION_DAYS', 'the page /privacy needs it'],
  ['ACCESSIBILITY_TEST', 'the page /barrierefreiheit needs it'],
  ['ACCESSIBILITY_TEST_EN', 'the page /en/barrierefreiheit needs it'],
];

/** Values that production refuses, although they are not missing. */
const UNUSABLE: [name: string, value: string, reason: string][] = [
  ['SELLER_NAME', 'none', '"none" is no answer'],
  ['SELLER_NAME', 'Musterladen GmbH', 'placeholder'],
  ['SELLER_LEGAL_FORM', '[Rechtsform]', 'brackets'],
  ['SELLER_ADDRESS', 'Musterstraße 1, 12345 Musterstadt', 'placeholder'],
  ['SELLER_REPRESENTATIVE', 'Erika Mustermann', 'placeholder'],
  ['SELLER_PHONE', 'on request', 'expected format'],
  ['SELLER_VAT_ID', '123456789', 'expected format'],
  ['SELLER_TAX_NUMBER', '1', 'expected format'],
  ['SELLER_ECONOMIC_ID', 'DE123456789', 'expected format'],
  ['RESPONSIBLE_PERSON', 'TODO', 'placeholder'],
  ['DISPUTE_RESOLUTION', 'maybe', 'expected format'],
  ['PRIVACY_AUTHORITY', '{{authority}}', 'brackets'],
  ['DSA_CONTACT', 'dsa@example.com', 'placeholder'],
  ['PRIVACY_CONTACT', 'schnitte.shop', 'expected format'],
  ['HOSTING_PROVIDER', 'Musterhosting GmbH, Musterstadt, Deutschland', 'placeholder'],
  ['LOG_RETENTION_DAYS', '0', 'expected format'],
  ['LOG_RETENTION_DAYS', '400', 'expected format'],
  ['FURTHER_PROCESSORS', 'x'.repeat(1_001), 'longer than 1000'],
];

describe('the facts about the operator', () => {
  it('are accepted in production when every setting has a valid value', () => {
    expect(findProblems(PRODUCTION)).toEqual([]);
    expect(findProblems({ ...PRODUCTION, ...WITH_TEXTS })).toEqual([]);
  });

  it.each(REQUIRED)(
    'stop the start in production without %s, which names where the fact is needed: %s',
    (name, where) => {
      const problems = findProblems({ ...PRODUCTION, ...WITH_TEXTS, [name]: '' });
      const [problem, ...others] = problems.filter((line) => line.startsWith(`${name}: missing`));
      expect(others).toEqual([]);
      expect(problem).toContain(where);
    },
  );

  it('are each covered by the test above', () => {
    const settings = Object.values(SELLER_FACTS).map(({ setting }) => setting);
    expect(settings.filter((name) => !REQUIRED.some(([required]) => required === name))).toEqual([]);
  });

  it.each(UNUSABLE)('stop the start in production with %s=%j: %s', (name, value, reason) => {
    const problems = findProblems({ ...PRODUCTION, ...WITH_TEXTS, [name]: value });
    expect(problems.filter((line) => line.startsWith(`${name}: `)).join()).toContain(reason);
    expect(problems.join('\n')).not.toContain(`: ${value}`);
  });

  it('may contain the word Schnittmuster', () => {
    expect(findProblems({ ...PRODUCTION, SELLER_NAME: 'Schnittmuster-Werkstatt Berlin GmbH' })).toEqual([]);
  });

  it('may state that there is no representative, register, officer, test or further processor', () => {
    const names = ['SELLER_REPRESENTATIVE', 'SELLER_REGISTER', 'PRIVACY_OFFICER', 'ACCESSIBILITY_TEST'];
    const none = Object.fromEntries([...names, 'FURTHER_PROCESSORS'].map((name) => [name, 'none']));
    const { seller } = loadConfig({ needs: ['seller'], env: { ...PRODUCTION, ...none } });
    expect(seller).toMatchObject({
      representative: null,
      register: null,
      privacyOfficer: null,
      accessibilityTest: null,
      accessibilityTestEnglish: null,
      processors: null,
      processorsEnglish: null,
      disputeBody: null,
    });
  });

  it('have demo values outside production; production refuses each demo value that cannot be true of a real shop', () => {
    const { seller } = loadConfig({ needs: ['seller'], env: {} });
    expect(seller).toMatchObject({ name: 'Musterladen GmbH', disputeResolution: 'unwilling' });
    for (const { setting, demo } of Object.values(SELLER_FACTS)) {
      const isAnswer = /^(none|unwilling|14)$|\(GmbH\)$/.test(demo);
      const refused = findProblems({ ...PRODUCTION, ...WITH_TEXTS, [setting]: demo }).some((line) =>
        line.startsWith(`${setting}: `),
      );
      expect([setting, refused]).toEqual([setting, !isAnswer]);
    }
  });

  it('are not read by programs without the part "seller"', () => {
    const config = loadConfig({ needs: ['tokens'], env: { TOKEN_SECRET: randomBytes(32).toString('hex') } });
    expect(() => (config as unknown as Record<string, unknown>).seller).toThrow('config/needs.ts');
  });
});
