import { EntityManager } from '@mikro-orm/postgresql';
import { storeMaster } from '#workers/catalogue/store-master.js';
import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { MasterUploaded } from '../../src/catalogue/catalogue.events.js';
import { Designer } from '../../src/catalogue/designers/designer.entity.js';
import { PatternFile } from '../../src/catalogue/files/pattern-file.entity.js';
import { PRIVATE_USE } from '../../src/platform/licence.js';
import { type Category, type Level, Pattern } from '../../src/catalogue/patterns/pattern.entity.js';
import { Outbox } from '../../src/platform/events/outbox.js';
import type { OpenShop } from './open-shop.js';
import { prepareOnce } from './prepared-once.js';
import { type FileKind } from '../../src/platform/shop-rules.js';

export const PASSWORD = 'Nadel-und-Faden-7';
let count = 0;

/** Creates a PDF. @param padding the number of bytes of incompressible picture data, which make the file larger */
export async function aPdf({
  pages = 2,
  padding = 0,
  size = [595, 842] as [number, number],
} = {}): Promise<Uint8Array> {
  const { PDFDocument, rgb } = await import('pdf-lib');
  const pdf = await PDFDocument.create();
  // With constant dates, the same PDF has the same bytes in each test, so prepareOnce prepares it only once.
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  for (let n = 1; n <= pages; n += 1) {
    const page = pdf.addPage(size);
    page.drawRectangle({ x: 100, y: 300, width: 141.73, height: 141.73, borderWidth: 1, borderColor: rgb(0, 0, 0) });
  }
  if (padding > 0) {
    const noise = randomBytes(padding);
    const picture = pdf.context.register(
      pdf.context.stream(noise, {
        Type: 'XObject',
        Subtype: 'Image',
        Width: padding,
        Height: 1,
        ColorSpace: 'DeviceGray',
        BitsPerComponent: 8,
      }),
    );
    pdf.getPage(0).node.newXObject('Noise', picture);
  }
  return pdf.save({ useObjectStreams: false });
}

export const aPattern = () => new PatternBuilder();

/** `await aPattern().titled('Sommerkleid').in(shop)` publishes a pattern with a prepared file. */
class PatternBuilder {
  private title = `Schnitt ${(count += 1)}`;
  private english: string | undefined;
  private cents = 1290;
  private category: Category = 'Dresses';
  private level: Level = 'Beginner';
  private files: { kind: FileKind; pdf: () => Promise<Uint8Array> }[] = [{ kind: 'a4', pdf: () => aPdf() }];
  private ownerId: string | null = null;
  private isPrepared = true;

  /** @param english the English title; without it, the pattern is only in German */
  titled(title: string, english?: string) {
    this.title = title;
    this.english = english;
    return this;
  }

  costing(cents: number) {
    this.cents = cents;
    return this;
  }

  of(category: Category, level: Level = 'Beginner') {
    this.category = category;
    this.level = level;
    return this;
  }

  by(userId: string) {
    this.ownerId = userId;
    return this;
  }

  /** Replaces the default file. Without arguments, the pattern has no files. */
  with(...files: { kind: FileKind; pdf: () => Promise<Uint8Array> }[]) {
    this.files = files;
    return this;
  }

  /** Leaves the preparation of the files to the workers; `await shop.settles()` waits for it. */
  unprepared() {
    this.isPrepared = false;
    return this;
  }

  /** @returns the pattern's id */
  async in(shop: OpenShop): Promise<string> {
    const now = new Date();
    const id = uuidv7();
    const em = shop.api.get(EntityManager).fork();
    const texts = textsOf(this.title);
    const files = await this.storeFiles(shop);
    await em.transactional(async (tx) => {
      const designer = tx.create(Designer, {
        id: uuidv7(),
        userId: this.ownerId,
        slug: `designer-${id}`,
        name: 'Nähwerk',
        bio: { de: 'Wir zeichnen.' },
        createdAt: now,
      });
      // The entities declare no relations, so MikroORM does not know the order of the inserts.
      await tx.flush();
      tx.create(Pattern, {
        id,
        designerId: designer.id,
        slug: `pattern-${id}`,
        status: 'published',
        texts: { de: texts, ...(this.english && { en: { ...texts, title: this.english } }) },
        details: { de: createDetails() },
        category: this.category,
        difficultyLevel: this.level,
        previewImages: [],
        priceCents: this.cents,
        currency: 'EUR',
        createdAt: now,
        publishedAt: now,
        updatedAt: now,
      });
      await tx.flush();
      for (const { kind, fileId, plan, master } of files) {
        const file = tx.create(PatternFile, {
          id: fileId,
          patternId: id,
          kind,
          version: 1,
          fileName: `${this.title} – ${kind.toUpperCase()}.pdf`,
          sheets: 2,
          state: 'uploaded',
          sourceKey: `incoming/${fileId}`,
          flags: [],
          uploadedAt: now,
        });
        if (master) {
          file.markPrepared(master, now);
          await tx.flush();
          const values = [fileId, JSON.stringify(plan)];
          await tx.execute('insert into master_plans (file_id, plan) values (?, ?)', values);
        } else new Outbox(tx).record(new MasterUploaded(fileId));
      }
    });
    return id;
  }

  private storeFiles(shop: OpenShop) {
    return Promise.all(
      this.files.map(async ({ kind, pdf }) => {
        const fileId = uuidv7();
        const source = await pdf();
        await shop.files.put(`incoming/${fileId}`, source, 'application/pdf');
        const prepared = this.isPrepared ? await prepareOnce(source) : null;
        const master = prepared && (await storeMaster(shop.files, fileId, prepared));
        return { kind, fileId, plan: prepared?.plan, master };
      }),
    );
  }
}

const textsOf = (title: string) => ({
  title,
  description: `${title}, gut beschrieben.`,
  estimated_time: '3 Stunden',
  tags: ['Test'],
});

const createDetails = () => ({
  sizes: ['36', '38'],
  size_chart: {
    columns: ['Größe', 'Brust'],
    rows: [
      ['36', '84'],
      ['38', '88'],
    ],
  },
  materials: ['Baumwolle'],
  tools: ['Schere'],
  notions: ['Knopf'],
  fabric: [{ width_cm: 140, meters: [{ size: '36', m: 1.5 }] }],
  seam_allowance: '1 cm enthalten',
  techniques: ['Säumen'],
  notes: null,
  instructions_languages: ['de'],
  licence: PRIVATE_USE,
});

export interface TestBuyer {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
}

/** Registers a user over HTTP. */
export async function aBuyer(shop: OpenShop, email = `buyer${(count += 1)}@example.com`): Promise<TestBuyer> {
  const response = await shop.http
    .post('/api/auth/register')
    .send({ email, password: PASSWORD, username: `buyer_${(count += 1)}`, name: 'Käthe Käufer' });
  if (response.status !== 201) throw new Error(`registration failed: ${JSON.stringify(response.body)}`);
  const { accessToken, refreshToken, user } = response.body.data;
  return { id: user.id, email, token: accessToken, refreshToken };
}

/** Inserts a pattern with the prepared A4 file of `patternId`, without a job. @returns its id */
export async function aPatternLike(shop: OpenShop, patternId: string): Promise<string> {
  const id = await aPattern().with().in(shop);
  await shop.sql.rows(
    `with f as (insert into pattern_files
       select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'pattern_id', $1::text))).*
       from pattern_files f where pattern_id = $2 and kind = 'a4' returning id)
     insert into master_plans select f.id, m.plan from f, master_plans m
     where m.file_id = (select id from pattern_files where pattern_id = $2 and kind = 'a4')`,
    [id, patternId],
  );
  return id;
}
