import { textOf } from '../../test/support/source-files.js';
import { PRODUCTION_FACTS } from '../../test/support/production-facts.js';
import { loadConfig } from '../platform/config/config.js';
import { LANGUAGES, type Language } from '../platform/language.js';
import { fillTemplate } from './fill-template.js';
import { legalFacts } from './legal-facts.js';
import { LEGAL_PAGES, type LegalPage, type LegalTemplate, TEMPLATES } from './legal-texts.js';

/** The answers that change sentences: none of them, all of them, and each variant of the statement on arbitration. */
const OPERATORS: Record<string, Record<string, string>> = {
  'the demo values': {},
  'a company that states everything': {
    ...PRODUCTION_FACTS,
    SELLER_ECONOMIC_ID: 'DE123456789-00001',
    DISPUTE_RESOLUTION: 'obliged',
    DISPUTE_BODY: 'Schlichtungsstelle, Kehl',
    PRIVACY_OFFICER: 'Paul Schutz, schutz@schnitte.shop',
    FURTHER_PROCESSORS: 'Telefon: Rufdienst GmbH, Köln; Buchhaltung: Zahlenhof AG, Bonn',
    FURTHER_PROCESSORS_EN: 'telephone: Rufdienst GmbH, Cologne; bookkeeping: Zahlenhof AG, Bonn',
    ACCESSIBILITY_TEST: '12. Oktober 2026, drei Personen, bestanden',
    ACCESSIBILITY_TEST_EN: '12 October 2026, three persons, passed',
  },
  'a sole trader who states nothing more than needed': {
    ...PRODUCTION_FACTS,
    SELLER_REPRESENTATIVE: 'none',
    SELLER_REGISTER: 'none',
    SELLER_VAT_ID: '',
    SELLER_TAX_NUMBER: '37/123/45678',
    DISPUTE_RESOLUTION: 'willing',
    DISPUTE_BODY: 'Schlichtungsstelle, Kehl',
  },
};

function read(page: LegalPage, language: Language, env: Record<string, string>) {
  const config = loadConfig({ needs: ['seller', 'delivery'], env });
  const { title, lead, sections } = fillTemplate(TEMPLATES[language][page], legalFacts(config, language));
  const lines = sections.flatMap((section) => [section.title, ...section.text, ...(section.form ?? [])]);
  return { sections, text: [title, lead, ...lines].join('\n') };
}

const CASES = Object.keys(OPERATORS).flatMap((operator) =>
  LEGAL_PAGES.flatMap((page) => LANGUAGES.map((language) => [page, language, operator] as const)),
);

describe('the legal texts', () => {
  it.each(CASES)('have no gap: %s, %s, %s', (page, language, operator) => {
    const { sections, text } = read(page, language, OPERATORS[operator]!);
    const withoutLinks = text.replaceAll(/\[[^[\]]+\]\([^)\s]+\)/g, '');
    expect(withoutLinks).not.toMatch(/[[\]{}]|undefined|null|\bVorlage\b|\btemplate\b/);
    expect(sections.filter((section) => section.text.length === 0)).toEqual([]);
  });

  it.each(LEGAL_PAGES)('have the same sections, lines and conditions in both languages: %s', (page) => {
    const shape = ({ sections }: LegalTemplate) =>
      sections.map(({ id, text, form, when, is, unless }) => [
        id,
        { when, is, unless },
        text.map((line) => (typeof line === 'string' ? 'line' : { ...line, text: '' })),
        form?.length,
      ]);
    expect(shape(TEMPLATES.en[page])).toEqual(shape(TEMPLATES.de[page]));
  });

  it('name an unknown fact, or one that is null, as an error', () => {
    const template = (text: string) => ({ title: '', lead: '', sections: [{ id: 'a', title: '', text: [text] }] });
    expect(() => fillTemplate(template('{{other}}'), { known: '1' })).toThrow('unknown fact: other');
    expect(() => fillTemplate(template('{{known}}'), { known: null })).toThrow('no value for {{known}}');
    expect(() => fillTemplate(template('{{toString}}'), { known: '1' })).toThrow('unknown fact');
  });
});

describe('the imprint', () => {
  const company = OPERATORS['a company that states everything']!;
  const trader = OPERATORS['a sole trader who states nothing more than needed']!;

  it('of a company names its representative, register, VAT id and the conduct in arbitration', () => {
    const { text } = read('impressum', 'de', company);
    expect(text).toContain('Gesellschaft mit beschränkter Haftung (GmbH)');
    expect(text).toContain('Klara Zwirn, Geschäftsführerin');
    expect(text).toContain('Amtsgericht Charlottenburg, HRB 214365');
    expect(text).toContain('DE123456789');
    expect(text).toContain('DE123456789-00001');
    expect(text).toContain('+49 30 901820');
    expect(text).toContain('[dsa@schnitte.shop](mailto:dsa@schnitte.shop)');
    expect(text).toContain('Wir sind verpflichtet');
    expect(text).toContain('Schlichtungsstelle, Kehl');
  });

  it('of a sole trader says that there is no register entry, and does not publish the tax number', () => {
    const { text, sections } = read('impressum', 'de', trader);
    expect(text).toContain('Ein Registereintrag besteht nicht.');
    expect(sections.map(({ id }) => id)).not.toContain('represented');
    expect(text).not.toContain('37/123/45678');
    expect(text).toContain('Wir sind bereit');
  });

  it('of a seller who refuses arbitration says so', () => {
    expect(read('impressum', 'de', PRODUCTION_FACTS).text).toContain('nicht bereit und nicht verpflichtet');
    expect(read('terms', 'en', PRODUCTION_FACTS).text).toContain('neither willing nor obliged');
  });
});

describe('the privacy policy', () => {
  const { text: german } = read('privacy', 'de', OPERATORS['a company that states everything']!);
  const { text: english } = read('privacy', 'en', OPERATORS['a company that states everything']!);

  /** @returns the keys that the storefront uses in browser storage; storage.spec.ts tests that it uses no other keys */
  function findStorageKeys(): string[] {
    const lists = [...textOf('storefront/src/lib/storage.ts').matchAll(/export const \w+ = \[([^\]]+)\]/g)];
    return lists.flatMap(([, list]) => [...list!.matchAll(/'([^']+)'/g)].map(([, name]) => name!));
  }

  it('names every key that the storefront stores in the browser', () => {
    const names = findStorageKeys();
    expect(names).toEqual(expect.arrayContaining(['access_token', 'user_preferences', 'after_sign_in_wish']));
    const isNamed = (text: string, name: string) => new RegExp(`[–,] ${name}[,:]`).test(text);
    expect(names.filter((name) => !isNamed(german, name) || !isNamed(english, name))).toEqual([]);
  });

  it('names the processors in its language, the officer, the authority and the retention of logs', () => {
    expect(german).toContain('– Server und Datenbank: Rechenhaus GmbH, Falkenstein, Deutschland');
    expect(german).toContain('– Telefon: Rufdienst GmbH, Köln\n– Buchhaltung: Zahlenhof AG, Bonn\n');
    expect(english).toContain('– telephone: Rufdienst GmbH, Cologne\n– bookkeeping: Zahlenhof AG, Bonn\n');
    expect(german).toContain('beauftragt ist: Paul Schutz, schutz@schnitte.shop.');
    expect(english).toContain('Berliner Beauftragte für Datenschutz');
    expect(german).toContain('– Technische Protokolle: 14 Tage.');
    expect(read('privacy', 'en', PRODUCTION_FACTS).text).toContain('We have not appointed a data protection officer.');
  });

  it('has the title and lead that the storefront shows while the text loads', () => {
    for (const language of LANGUAGES) {
      const { privacy } = JSON.parse(textOf(`storefront/src/i18n/locales/${language}/legal.json`)) as {
        privacy: { title: string; lead: string };
      };
      const { title, lead } = TEMPLATES[language].privacy;
      expect(privacy).toEqual({ title, lead });
    }
  });
});
