/** A fact about the operator that a legal page, a mail or an invoice states. */
interface Fact {
  setting: string;
  /** What the operator enters. */
  expected: string;
  /** The pages (`/impressum`) and documents (`every invoice`) that state the fact. */
  neededBy: readonly string[];
  /** Outside production, the value of a setting that is missing. */
  demo: string;
  /** With the value `none` the operator states that there is no such person, register or test. */
  canBeNone?: true;
  /** When the fact `field` has this value, this fact is null and its setting is ignored. */
  unless?: readonly [field: string, value: string | null];
  format?: RegExp;
}

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const PROVIDER = 'name, seat, place of processing';

/** The facts about the operator, in the order in which they are read. This is their only list; README.md explains each. */
export const SELLER_FACTS = {
  name: {
    setting: 'SELLER_NAME',
    expected: 'the name of the seller',
    neededBy: ['/impressum', '/terms', '/widerruf', '/privacy', 'every mail', 'every invoice'],
    demo: 'Musterladen GmbH',
  },
  legalForm: {
    setting: 'SELLER_LEGAL_FORM',
    expected: 'the legal form, e.g. GmbH or Einzelunternehmen',
    neededBy: ['/impressum'],
    demo: 'Gesellschaft mit beschränkter Haftung (GmbH)',
  },
  address: {
    setting: 'SELLER_ADDRESS',
    expected: 'the postal address of the seller',
    neededBy: ['/impressum', '/terms', '/widerruf', '/privacy', 'every mail', 'every invoice'],
    demo: 'Musterstraße 1, 12345 Musterstadt',
  },
  representative: {
    setting: 'SELLER_REPRESENTATIVE',
    expected: 'the persons who represent the seller, or none for a sole trader',
    neededBy: ['/impressum', 'every mail', 'every invoice'],
    demo: 'Erika Mustermann, Geschäftsführerin',
    canBeNone: true,
  },
  phone: {
    setting: 'SELLER_PHONE',
    expected: 'a telephone number, e.g. +49 30 1234567',
    neededBy: ['/impressum', '/widerruf'],
    demo: '+49 30 23125000',
    format: /^\+?\d[\d ()/-]{5,30}$/,
  },
  register: {
    setting: 'SELLER_REGISTER',
    expected: 'the register court and the number, or none',
    neededBy: ['/impressum', 'every mail', 'every invoice'],
    demo: 'Amtsgericht Musterstadt, HRB 00000',
    canBeNone: true,
  },
  responsible: {
    setting: 'RESPONSIBLE_PERSON',
    expected: 'name and address of the person in § 18 (2) MStV',
    neededBy: ['/impressum'],
    demo: 'Erika Mustermann, Musterstraße 1, 12345 Musterstadt',
  },
  disputeResolution: {
    setting: 'DISPUTE_RESOLUTION',
    expected: 'unwilling, willing or obliged (§ 36 VSBG)',
    neededBy: ['/impressum', '/terms'],
    demo: 'unwilling',
    format: /^(unwilling|willing|obliged)$/,
  },
  disputeBody: {
    setting: 'DISPUTE_BODY',
    expected: 'name, address and website of the consumer arbitration body',
    neededBy: ['/impressum', '/terms'],
    demo: 'Muster-Schlichtungsstelle, Musterstraße 2, 12345 Musterstadt, https://schlichtung.example',
    unless: ['disputeResolution', 'unwilling'],
  },
  privacyAuthority: {
    setting: 'PRIVACY_AUTHORITY',
    expected: 'the supervisory authority for data protection, with its address',
    neededBy: ['/privacy'],
    demo: 'Muster-Datenschutzbehörde, Musterstraße 3, 12345 Musterstadt',
  },
  marketAuthority: {
    setting: 'MARKET_AUTHORITY',
    expected: 'the market surveillance authority (BFSG), with its address',
    neededBy: ['/barrierefreiheit'],
    demo: 'Muster-Marktüberwachungsstelle, Musterstraße 4, 12345 Musterstadt',
  },
  dsaContact: {
    setting: 'DSA_CONTACT',
    expected: 'the e-mail address of the point of contact (Art. 11 and 12 DSA)',
    neededBy: ['/impressum', 'mails about reports and decisions'],
    demo: 'dsa@example.com',
    format: EMAIL,
  },
  privacyContact: {
    setting: 'PRIVACY_CONTACT',
    expected: 'the e-mail address for questions about personal data',
    neededBy: ['/privacy'],
    demo: 'privacy@example.com',
    format: EMAIL,
  },
  privacyOfficer: {
    setting: 'PRIVACY_OFFICER',
    expected: 'name and contact of the data protection officer, or none',
    neededBy: ['/privacy'],
    demo: 'none',
    canBeNone: true,
  },
  hosting: {
    setting: 'HOSTING_PROVIDER',
    expected: `the provider of servers and database: ${PROVIDER}`,
    neededBy: ['/privacy'],
    demo: 'Musterhosting GmbH, Musterstadt, Deutschland',
  },
  fileStorage: {
    setting: 'STORAGE_PROVIDER',
    expected: `the provider of the file storage: ${PROVIDER}`,
    neededBy: ['/privacy'],
    demo: 'Musterspeicher GmbH, Musterstadt, Deutschland',
  },
  mailProvider: {
    setting: 'MAIL_PROVIDER',
    expected: `the provider of the mail server: ${PROVIDER}`,
    neededBy: ['/privacy'],
    demo: 'Musterpost GmbH, Musterstadt, Deutschland',
  },
  processors: {
    setting: 'FURTHER_PROCESSORS',
    expected: `further processors in German, separated by semicolons (purpose: ${PROVIDER}), or none`,
    neededBy: ['/privacy'],
    demo: 'none',
    canBeNone: true,
  },
  processorsEnglish: {
    setting: 'FURTHER_PROCESSORS_EN',
    expected: `the further processors in English, separated by semicolons (purpose: ${PROVIDER})`,
    neededBy: ['/en/privacy'],
    demo: 'Example purpose: Musterdienst GmbH, Musterstadt, Germany',
    unless: ['processors', null],
  },
  logDays: {
    setting: 'LOG_RETENTION_DAYS',
    expected: 'the number of days after which technical logs are deleted, 1 to 365',
    neededBy: ['/privacy'],
    demo: '14',
    format: /^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/,
  },
  accessibilityTest: {
    setting: 'ACCESSIBILITY_TEST',
    expected: 'date and result of the test with users of assistive technology, in German, or none',
    neededBy: ['/barrierefreiheit'],
    demo: 'none',
    canBeNone: true,
  },
  accessibilityTestEnglish: {
    setting: 'ACCESSIBILITY_TEST_EN',
    expected: 'date and result of the test with users of assistive technology, in English',
    neededBy: ['/en/barrierefreiheit'],
    demo: 'Example: 1 January 2026, no barrier found',
    unless: ['accessibilityTest', null],
  },
} as const satisfies Record<string, Fact>;

type Facts = typeof SELLER_FACTS;

/** The facts as texts. A fact is null when the operator states that there is none, or when another fact excludes it. */
export type SellerFacts = {
  [F in keyof Facts]: Facts[F] extends { canBeNone: true } | { unless: unknown } ? string | null : string;
};

/** The identifiers for tax, with their formats. The shop needs at least one of them. */
const TAX_IDS = {
  vatId: { setting: 'SELLER_VAT_ID', format: /^[A-Z]{2}[A-Z0-9+*]{8,12}$/, expected: 'e.g. DE123456789' },
  taxNumber: { setting: 'SELLER_TAX_NUMBER', format: /^\d[\d /]{8,18}\d$/, expected: 'e.g. 12/345/67890' },
  economicId: { setting: 'SELLER_ECONOMIC_ID', format: /^DE\d{9}-\d{5}$/, expected: 'e.g. DE123456789-00001' },
} as const;

export type TaxIds = Record<keyof typeof TAX_IDS, string | null>;

/** The methods of the ConfigReader that reading the facts needs. */
interface FactReader {
  text(name: string): string | undefined;
  problem(name: string, message: string): void;
  refuse(weak: boolean, name: string, message: string): void;
}

/**
 * Words of the demo values and of unfinished texts, and the telephone numbers that are reserved for fiction. The name of a
 * shop may contain „Schnittmuster“.
 */
const UNFINISHED =
  /\bmuster(laden|mann|frau|stra(ß|ss)e|stadt|firma|dienst|post|hosting|speicher|-)|\b23125\d{3}\b|\btodo\b|\btbd\b|lorem ipsum|changeme|change-me|example|placeholder|your[-_]|replace[-_]?me|xxxxx/i;
const MAX_CHARACTERS = 1_000;

/** Reads all facts. In production a missing or unfinished one is a problem that names the setting and the page. */
export function readSellerFacts(read: FactReader): SellerFacts {
  const values: Record<string, string | null> = {};
  for (const [field, fact] of Object.entries<Fact>(SELLER_FACTS)) values[field] = readFact(read, fact, values);
  return values as SellerFacts;
}

function readFact(read: FactReader, fact: Fact, earlier: Record<string, string | null>): string | null {
  const { setting, expected, demo, canBeNone, unless, format } = fact;
  const given = read.text(setting);
  if (unless && earlier[unless[0]] === unless[1]) return null;
  const fail = (problem: string) => read.problem(setting, `${problem}; expected ${expected}. ${whoNeeds(fact)}`);
  read.refuse(given === undefined, setting, `missing; ${whoNeeds(fact)}. Expected ${expected}`);
  const value = given ?? demo;
  if (value === 'none') {
    if (!canBeNone) fail('"none" is no answer');
    return null;
  }
  if (format && !format.test(value)) fail('not in the expected format');
  else if (/[[\]{}<>]/.test(value)) fail('contains brackets, like an unfinished text');
  else if (value.length > MAX_CHARACTERS) fail(`longer than ${MAX_CHARACTERS} characters`);
  const unfinished = given !== undefined && UNFINISHED.test(given);
  read.refuse(unfinished, setting, `looks like a placeholder; expected ${expected}. ${whoNeeds(fact)}`);
  return value;
}

/** @returns which identifiers the operator has set. In production at least one is needed. */
export function readTaxIds(read: FactReader): TaxIds {
  const values = Object.entries(TAX_IDS).map(([field, { setting, format, expected }]) => {
    const value = read.text(setting) ?? null;
    if (value !== null && !format.test(value)) read.problem(setting, `not in the expected format, ${expected}`);
    return [field, value] as const;
  });
  const { vatId, taxNumber, economicId } = TAX_IDS;
  read.refuse(
    values.every(([, value]) => value === null),
    vatId.setting,
    `missing; ${vatId.setting}, ${taxNumber.setting} or ${economicId.setting} must be given: the page /impressum and every invoice need it`,
  );
  return Object.fromEntries(values) as TaxIds;
}

function whoNeeds({ neededBy }: Pick<Fact, 'neededBy'>): string {
  const pages = neededBy.filter((name) => name.startsWith('/'));
  const documents = neededBy.filter((name) => !name.startsWith('/'));
  const pageText = `the page${pages.length > 1 ? 's' : ''} ${pages.join(', ')}`;
  return `${[pageText, ...documents].join(' and ')} need${neededBy.length > 1 ? '' : 's'} it`;
}
