import type { EntityManager } from '@mikro-orm/postgresql';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { Designer } from '../src/catalogue/designers/designer.entity.js';
import { PatternFile } from '../src/catalogue/files/pattern-file.entity.js';
import { Pattern } from '../src/catalogue/patterns/pattern.entity.js';
import type { Files } from '../src/platform/storage/files.js';
import { demoShop } from './demo-shop.js';
import type { DemoDesigner, DemoPattern } from './demo-shop-types.js';
import type { Drawn } from './draw-pattern.js';
import { storePrepared } from './store-prepared.js';

const DAY = 86_400_000;

/**
 * Stores every designer and pattern that is missing, as drafts.
 * @param drawn draws and prepares a pattern, somewhere else than on the event loop that the database is spoken to on
 */
export async function seedCatalogue(
  em: EntityManager,
  files: Files,
  designerAccount: string,
  drawn: (key: string) => Promise<Drawn>,
  say: (line: string) => void,
): Promise<void> {
  const designers = new Map<string, string>();
  for (const designer of demoShop.designers) {
    const owner = designers.size === 0 ? designerAccount : null;
    designers.set(designer.key, await seedDesigner(em.fork(), files, designer, owner));
  }
  let done = 0;
  const waiting = each(demoShop.patterns);
  const store = async () => {
    for (const pattern of waiting) {
      if (!(await em.fork().findOne(Pattern, { slug: pattern.key }))) {
        await seedPattern(em.fork(), files, pattern, designers.get(pattern.designer)!, await drawn(pattern.key));
      }
      done += 1;
      if (done % 6 === 0 || done === demoShop.patterns.length)
        say(`${done} of ${demoShop.patterns.length} patterns drawn`);
    }
  };
  // While one pattern is stored, the next is drawn.
  const outcomes = await Promise.allSettled([store(), store()]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** One after the other, for several who take from it; when one of them stops early there are no more for the others. */
function* each<T>(things: T[]): Generator<T> {
  yield* things;
}

async function seedDesigner(em: EntityManager, files: Files, designer: DemoDesigner, owner: string | null) {
  const known = await em.findOne(Designer, { slug: designer.slug });
  if (known) return known.id;
  const avatarUrl = await storePicture(files, `designer-${designer.slug}`, designer.avatar(), 240);
  const { slug, name, bio } = designer;
  const created = em.create(Designer, {
    id: uuidv7(),
    userId: owner,
    slug,
    name,
    bio,
    avatarUrl,
    createdAt: new Date(),
  });
  await em.persist(created).flush();
  return created.id;
}

async function seedPattern(
  em: EntityManager,
  files: Files,
  demo: DemoPattern,
  designerId: string,
  drawn: Drawn,
): Promise<void> {
  const id = uuidv7();
  const [previewImages, uploads] = await Promise.all([
    Promise.all(drawn.previews.map((svg, n) => storePicture(files, `${demo.key}-${n + 1}`, svg, 800))),
    Promise.all(drawn.files.map((file) => upload(files, file))),
  ]);
  const publishedAt = new Date(Date.now() - demo.publishedDaysAgo * DAY);
  await em.transactional(async (tx) => {
    tx.create(Pattern, {
      id,
      designerId,
      slug: demo.key,
      status: 'draft',
      texts: { de: textsOf(demo, 'de'), en: textsOf(demo, 'en') },
      details: { de: detailsOf(demo, 'de'), en: detailsOf(demo, 'en') },
      category: demo.category,
      difficultyLevel: demo.difficulty,
      previewImages,
      priceCents: demo.priceCents,
      currency: 'EUR',
      viewCount: demo.views,
      createdAt: publishedAt,
      publishedAt,
      updatedAt: publishedAt,
    });
    await tx.flush();
    await tx.execute(`insert into pattern_prices (pattern_id, since, cents, currency) values (?, ?, ?, 'EUR')`, [
      id,
      publishedAt,
      demo.priceCents,
    ]);
    for (const { file, fileId, sourceKey, master, plan } of uploads) {
      const created = tx.create(PatternFile, {
        id: fileId,
        patternId: id,
        kind: file.kind,
        version: 1,
        fileName: file.fileName,
        sheets: file.sheets,
        state: 'uploaded',
        sourceKey,
        flags: [],
        uploadedAt: publishedAt,
      });
      created.prepared(master, new Date());
      await tx.flush();
      await tx.execute('insert into master_plans (file_id, plan) values (?, ?)', [fileId, JSON.stringify(plan)]);
    }
  });
}

async function upload(files: Files, { prepared, ...file }: Drawn['files'][number]) {
  const fileId = uuidv7();
  const sourceKey = `incoming/${fileId}`;
  await files.put(sourceKey, file.bytes, 'application/pdf');
  const stored = await storePrepared(files, fileId, prepared);
  return { file, fileId, sourceKey, plan: prepared.plan, master: stored };
}

/** Rasterises a drawing and stores it under a name that changes with the picture. @returns its URL path */
async function storePicture(files: Files, name: string, svg: string, width: number): Promise<string> {
  const picture = await sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 84, effort: 2 }).toBuffer();
  const file = `${name}-${createHash('sha256').update(picture).digest('hex').slice(0, 10)}.webp`;
  await files.put(`media/${file}`, picture, 'image/webp');
  return `/media/${file}`;
}

export const textsOf = (demo: DemoPattern, language: 'de' | 'en') => ({
  title: demo.title[language],
  description: demo.description[language],
  estimated_time: demo.estimatedTime[language],
  tags: demo.tags[language],
});

export const detailsOf = ({ details }: DemoPattern, language: 'de' | 'en') => ({
  sizes: details.sizes,
  size_chart: { columns: details.sizeChart.columns[language], rows: details.sizeChart.rows },
  materials: details.materials[language],
  tools: details.tools[language],
  notions: details.notions[language],
  fabric: details.fabric.map(({ widthCm, meters }) => ({ width_cm: widthCm, meters })),
  seam_allowance: details.seamAllowance[language],
  techniques: details.techniques[language],
  notes: details.notes?.[language] ?? null,
  instructions_languages: details.instructionsLanguages,
});
