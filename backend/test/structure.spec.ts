import { Command, Query } from '@nestjs/cqrs';
import { globSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import { VALUE_WORDS } from '#workers/privacy/export/report-words.js';
import { reactions, schedules } from '#workers/reactions.js';
import { DomainEvent, type DomainEventClass } from '../src/platform/events/domain-event.js';
import { REFUND_CAUSES } from '../src/purchases/payments/refund-request.entity.js';
import { textHash } from '../src/purchases/orders/agreed-text.js';
import { LICENCE_TEXTS, LICENCE_VERSION } from '../src/purchases/orders/licence-text.js';
import { WAIVER_TEXTS, WAIVER_VERSION, waiverText } from '../src/purchases/orders/waiver.js';
import { WITHDRAWAL_VERSION, withdrawalText } from '../src/purchases/withdrawals/withdrawal-text.js';
import { brokenImportRules, importRules, ROOT } from './support/cruise.js';
import { freshDatabase } from './support/databases.js';
import { plant, PLANTED } from './support/planted-violations.js';
import { schemaDifferences } from '../src/schema-differences.js';
import { brokenPaths, classesIn, filesLike, isTest, errorCodes, textOf } from './support/source-files.js';

const CODE = ['backend', 'workers', 'sandbox', 'tools', 'bench', 'e2e'].map((folder) => `${folder}/**/*.{ts,tsx,mjs}`);

const isMessage = ({ prototype }: Function) => prototype instanceof Command || prototype instanceof Query;

/**
 * Nest only warns about a second handler, and reports a missing handler only when the command or query is executed.
 * @returns the names of commands and queries that do not have exactly one handler
 */
function notHandledOnce(messages: Function[], handlers: unknown[]): string[] {
  const handled = handlers
    .filter((handler) => typeof handler === 'function')
    .flatMap((handler) => ['__commandHandler__', '__queryHandler__'].map((key) => Reflect.getMetadata(key, handler)));
  return messages
    .filter((type) => handled.filter((handledType) => handledType === type).length !== 1)
    .map(({ name }) => name);
}

const kebab = (name: string) => name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** dependency-cruiser reads nearly 2,000 files, which takes 10 s on an idle machine and 40 s next to other tests. */
const CRUISE_TIMEOUT_MS = 120_000;

describe('imports', () => {
  it(
    'follow the rules of the architecture',
    async () => {
      const { files, broken } = await brokenImportRules(ROOT);
      expect(broken).toEqual([]);
      expect(files).toBeGreaterThan(300);
    },
    CRUISE_TIMEOUT_MS,
  );

  it(
    'are reported when they break a rule: each planted violation is found',
    async () => {
      expect([...new Set(PLANTED.map(([rule]) => rule))].sort()).toEqual(importRules().sort());
      const tree = plant();
      try {
        const { broken } = await brokenImportRules(tree);
        const found = broken.map((line) => line.split(' → ')[0]);
        expect(found.sort()).toEqual(PLANTED.map(([rule, file]) => `${rule}: ${file}`).sort());
      } finally {
        rmSync(tree, { recursive: true });
      }
    },
    CRUISE_TIMEOUT_MS,
  );
});

describe('commands and queries', () => {
  it('have exactly one handler, which a module provides', async () => {
    const files = filesLike('backend/src/*/{,*/}{commands,queries}/*.ts').filter((file) => !isTest(file));
    const messages = (await classesIn(files)).map(({ type }) => type).filter(isMessage);
    const modules = (await classesIn(filesLike('backend/src/*/*.module.ts'))).map(({ type }) => type);
    const handlers = modules.flatMap((type) => (Reflect.getMetadata('providers', type) as unknown[]) ?? []);
    expect(messages.length).toBeGreaterThanOrEqual(files.length);
    expect(notHandledOnce(messages, handlers)).toEqual([]);
    expect(notHandledOnce([class Unhandled extends Command<void> {}], handlers)).toEqual(['Unhandled']);
    expect(notHandledOnce(messages, [...handlers, ...handlers])).toHaveLength(messages.length);
  });
});

describe('events', () => {
  const PAST = /(ed|sent|paid|made|left|lost|built|withdrawn|given|taken|begun|proven|undone)$/;
  let events: { file: string; type: DomainEventClass }[];
  beforeAll(async () => {
    const exported = await classesIn(filesLike('backend/src/*/*.events.ts'));
    events = exported.filter(({ type }) => type.prototype instanceof DomainEvent) as unknown as typeof events;
  });

  it('have at least one reaction', () => {
    expect(events.length).toBeGreaterThan(2);
    expect(
      events.filter(({ type }) => !reactions.some(({ event }) => event === type)).map(({ type }) => type.name),
    ).toEqual([]);
  });

  it('have a unique type `<context>.<name>` in the past tense', () => {
    const names = events.map(({ type }) => type.type);
    expect(new Set(names).size).toBe(names.length);
    for (const { file, type } of events) {
      expect(type.type).toBe(`${file.split('/')[2]}.${kebab(type.name)}`);
      expect(type.type).toMatch(PAST);
    }
  });

  it('lead to jobs with unique names, and each job class is in a file with the name of one of its jobs', () => {
    const jobs = [...reactions, ...schedules];
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
    const contexts = globSync('*/', { cwd: join(ROOT, 'backend/src') }).map((folder) => basename(folder));
    const files = filesLike(`workers/src/{${contexts.join(',')}}/*.ts`).map((file) => basename(file, '.ts'));
    const classes = Map.groupBy(jobs, ({ job }) => job);
    for (const [{ name: type }, uses] of classes)
      if (type !== 'RunCommand') expect(files.filter((file) => uses.some(({ name }) => name === file))).toHaveLength(1);
  });
});

describe('mails about an account', () => {
  /**
   * Jobs whose mail needs no further check. A mail of `purchases` belongs to a paid order, or to a free order that was
   * counted as an unproven mail. The commands that request a mail of `newsletter` or a verification have counted the mail.
   */
  const ADMITTED_BEFORE = /^workers\/src\/(purchases\/|newsletter\/|accounts\/send-verification\.ts$)/;

  it('are sent only after AllowAccountMail', () => {
    const senders = filesLike('workers/src/**/*.ts').filter((file) => /\bmails\.send\(/.test(textOf(file)));
    const checks = (file: string) => /new AllowAccountMail\([^]*\bmails\.send\(/.test(textOf(file));
    const ownSenders = senders.filter((file) => !ADMITTED_BEFORE.test(file));
    expect(ownSenders.filter((file) => !checks(file))).toEqual([]);
    expect(ownSenders.length).toBeGreaterThan(5);
  });
});

describe('errors', () => {
  /** Codes for requests that the storefront never sends, such as a body of an unknown content type. */
  const NEVER_SHOWN =
    /^(INVALID_SIGNATURE|BAD_REQUEST|BODY_TOO_(COMPLEX|DEEP|LARGE)|METHOD_NOT_ALLOWED|UNSUPPORTED_MEDIA_TYPE)$/;

  /** The storefront has a message for the HTTP status of these codes. */
  const BY_STATUS = /^(INTERNAL|UNAVAILABLE|NOT_FOUND|FORBIDDEN|UNAUTHENTICATED|REQUEST_TIMEOUT)$/;

  it.each(['de', 'en'])('have a message in the storefront for each code, in %s', (language) => {
    const { code: messages } = JSON.parse(textOf(`storefront/src/i18n/locales/${language}/later.json`)) as {
      code: Record<string, string>;
    };
    const codes = errorCodes();
    expect(codes).toEqual(expect.arrayContaining(['ALREADY_OWNED', 'INTERNAL', 'TOO_MANY_REQUESTS', 'NOT_FOUND']));
    const missing = codes.filter((code) => !messages[code] && !NEVER_SHOWN.test(code) && !BY_STATUS.test(code));
    expect(missing).toEqual([]);
  });
});

describe('a text to which buyers agree', () => {
  it.each(['de', 'en'] as const)('is the text that the checkout shows, in %s', (language) => {
    const words = JSON.parse(textOf(`storefront/src/i18n/locales/${language}/checkout.json`)) as {
      waiver: string;
      licence: { text: Record<string, string> };
    };
    expect(words.waiver).toBe(waiverText(WAIVER_VERSION, language));
    expect(words.licence.text).toEqual(LICENCE_TEXTS[LICENCE_VERSION]!.texts[language]);
  });

  it('changes only with a new version', () => {
    for (const versions of [WAIVER_TEXTS, LICENCE_TEXTS])
      for (const { texts, sha256 } of Object.values(versions)) expect(textHash(texts)).toBe(sha256);
  });

  it('is kept in every version that was ever on sale', () => {
    expect(Object.keys(WAIVER_TEXTS)).toEqual(expect.arrayContaining(['2026-11-21']));
    expect(Object.keys(LICENCE_TEXTS)).toEqual(expect.arrayContaining(['2026-11-25']));
  });
});

describe('a refund', () => {
  it('has a text for each cause, for support and in the archive of the buyer', () => {
    expect(REFUND_CAUSES.filter((cause) => !VALUE_WORDS[cause])).toEqual([]);
    for (const language of ['de', 'en'] as const) {
      const { refund } = JSON.parse(textOf(`storefront/src/i18n/locales/${language}/admin.json`)) as {
        refund: { cause: Record<string, string> };
      };
      // For `admin`, support sees the reason that the administrator entered.
      expect(REFUND_CAUSES.filter((cause) => cause !== 'admin' && !refund.cause[cause])).toEqual([]);
    }
  });
});

describe('a withdrawal', () => {
  it('is recorded with the text that the screen shows', () => {
    for (const language of ['de', 'en'] as const) {
      const words = JSON.parse(textOf(`storefront/src/i18n/locales/${language}/withdrawal.json`)) as {
        statement: string;
      };
      expect(words.statement).toBe(withdrawalText(WITHDRAWAL_VERSION, language));
    }
  });
});

describe('the schema of the database', () => {
  it('matches the entities, and planted differences are found', async () => {
    const { ownerUrl: url, drop } = await freshDatabase();
    const client = new Client({ connectionString: url });
    try {
      expect(await schemaDifferences(url)).toEqual([]);
      await client.connect();
      await client.query(`
        alter table users drop column avatar_url, alter column display_name type varchar(40);
        alter table purchases alter column paid_at set not null;
        alter table copies add column surplus int;
        create table forgotten (id int)`);
      const differences = (await schemaDifferences(url)).join('\n');
      for (const trace of ['avatar_url', 'display_name', 'paid_at', 'surplus', 'forgotten']) {
        expect(differences).toContain(`"${trace}"`);
      }
    } finally {
      await client.end();
      await drop();
    }
  });
});

describe('files', () => {
  it('have at most 300 lines', () => {
    const code = [...filesLike(...CODE), ...filesLike('storefront/src/**/*.{ts,tsx,css}')];
    const handwritten = code.filter((file) => file !== 'storefront/src/api/schema.d.ts');
    expect(handwritten.filter((file) => textOf(file).split('\n').length > 301)).toEqual([]);
  });

  it('are at most 25 in a folder, except tests, locales and migrations', () => {
    const code = filesLike('{backend,workers,storefront,sandbox,tools,bench,e2e,k8s}/**/*.*');
    const exempt = /\/(locales|migrations)\/|^(backend|k8s)\/test\/|^e2e\//;
    const folders = Map.groupBy(
      code.filter((file) => !isTest(file) && !exempt.test(file)),
      dirname,
    );
    expect([...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([]);
  });

  it('read the environment only in platform/config/config.ts', () => {
    const product = filesLike(
      'backend/{src,seeds,migrations}/**/*.ts',
      'workers/src/**/*.{ts,tsx}',
      'storefront/src/**/*.{ts,tsx}',
    );
    const readers = product.filter((file) => !isTest(file) && /\bprocess\s*(\.|\[')env\b/.test(textOf(file)));
    expect(readers).toEqual(['backend/src/platform/config/config.ts']);
  });

  it('exist if a document names them', () => {
    const documents = filesLike('*.md', 'docs/**/*.md');
    expect(documents.flatMap((file) => brokenPaths(file, textOf(file)).map((path) => `${file}: ${path}`))).toEqual([]);
    const planted = 'See `backend/src/nowhere.ts`, `backend/src/*.ts`, `a/b` and [this](docs/missing.md).';
    expect(brokenPaths('README.md', planted)).toEqual(['backend/src/nowhere.ts', 'docs/missing.md']);
  });
});
