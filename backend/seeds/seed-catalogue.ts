import type { EntityManager } from '@mikro-orm/postgresql';
import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Designer } from '../src/catalogue/designers/designer.entity.js';
import { PatternFile } from '../src/catalogue/files/pattern-file.entity.js';
import { Pattern } from '../src/catalogue/patterns/pattern.entity.js';
import type { Files } from '../src/platform/storage/files.js';
import type { Goods } from './goods.js';
import type { DesignerGoods, DrawnFile, DrawnPattern, PatternGoods } from './goods-types.js';
import { storePrepared } from './store-prepared.js';

const DAY = 86_400_000;

/** Stores the designers and patterns that the database does not contain yet. New patterns are drafts. */
export async function seedCatalogue(
  em: EntityManager,
  files: Files,
  designerAccount: string,
  goods: Goods,
  log: (line: string) => void,
): Promise<void> {
  const shop = await goods.shop();
  const designers = new Map<string, string>();
  for (const designer of shop.designers) {
    const owner = designers.size === 0 ? designerAccount : null;
    designers.set(designer.key, await seedDesigner(em.fork(), files, designer, owner));
  }
  let done = 0;
  const remaining = sharedIterator(shop.patterns);
  const storeRemaining = async () => {
    for (const pattern of remaining) {
      if (!(await em.fork().findOne(Pattern, { slug: pattern.key }))) {
        await seedPattern(
          em.fork(),
          files,
          pattern,
          designers.get(pattern.designer)!,
          await goods.pattern(pattern.key),
        );
      }
      done += 1;
      if (done % 6 === 0 || done === shop.patterns.length) log(`${done} of ${shop.patterns.length} patterns stored`);
    }
  };
  // Two loops run concurrently, so that the uploads of one pattern overlap with the inserts of another.
  const results = await Promise.allSettled([storeRemaining(), storeRemaining()]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** @returns an iterator that several loops share. When one loop throws, the iterator ends and the other loops stop. */
function* sharedIterator<T>(items: T[]): Generator<T> {
  yield* items;
}

async function seedDesigner(em: EntityManager, files: Files, designer: DesignerGoods, owner: string | null) {
  const existing = await em.findOne(Designer, { slug: designer.slug });
  if (existing) return existing.id;
  const avatarUrl = await storePicture(files, `designer-${designer.slug}`, designer.avatar);
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
  pattern: PatternGoods,
  designerId: string,
  drawn: DrawnPattern,
): Promise<void> {
  const id = uuidv7();
  const [previewImages, uploads] = await Promise.all([
    Promise.all(drawn.previews.map((picture, n) => storePicture(files, `${pattern.key}-${n + 1}`, picture))),
    Promise.all(drawn.files.map((file) => upload(files, file))),
  ]);
  const publishedAt = new Date(Date.now() - pattern.publishedDaysAgo * DAY);
  await em.transactional(async (tx) => {
    tx.create(Pattern, {
      id,
      designerId,
      slug: pattern.key,
      status: 'draft',
      texts: pattern.texts,
      details: pattern.details,
      category: pattern.category,
      difficultyLevel: pattern.difficulty,
      previewImages,
      priceCents: pattern.priceCents,
      currency: 'EUR',
      viewCount: pattern.views,
      createdAt: publishedAt,
      publishedAt,
      updatedAt: publishedAt,
    });
    await tx.flush();
    await tx.execute(`insert into pattern_prices (pattern_id, since, cents, currency) values (?, ?, ?, 'EUR')`, [
      id,
      publishedAt,
      pattern.priceCents,
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
      created.markPrepared(master, new Date());
      await tx.flush();
      await tx.execute('insert into master_plans (file_id, plan) values (?, ?)', [fileId, JSON.stringify(plan)]);
    }
  });
}

async function upload(files: Files, { prepared, ...file }: DrawnFile) {
  const fileId = uuidv7();
  const sourceKey = `incoming/${fileId}`;
  await files.put(sourceKey, file.bytes, 'application/pdf');
  const master = await storePrepared(files, fileId, prepared);
  return { file, fileId, sourceKey, plan: prepared.plan, master };
}

/** Stores a picture under a key that contains a hash of the content. @returns the URL path of the picture */
async function storePicture(files: Files, name: string, picture: Uint8Array): Promise<string> {
  const file = `${name}-${createHash('sha256').update(picture).digest('hex').slice(0, 10)}.webp`;
  await files.put(`media/${file}`, picture, 'image/webp');
  return `/media/${file}`;
}
