import type { Client } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { demoShop } from './demo-shop.ts';
import { patternGoods } from './row-texts.ts';

const DAY_MS = 86_400_000;
const demoId = (name: string) => uuidv5(name, uuidv5.URL);

/** Inserts the designers and the texts of the demo patterns, without pictures and files. */
export async function writeDemoTexts(client: Pick<Client, 'query'>): Promise<void> {
  for (const { key, slug, name, bio } of demoShop.designers) {
    await client.query(`insert into designers (id, slug, name, bio, created_at) values ($1, $2, $3, $4, now())`, [
      demoId(key),
      slug,
      name,
      JSON.stringify(bio),
    ]);
  }
  for (const demo of demoShop.patterns.map(patternGoods)) {
    await client.query(
      `insert into patterns (id, designer_id, slug, status, texts, details, category, difficulty_level, preview_images,
                             price_cents, currency, view_count, created_at, published_at, updated_at)
       values ($1, $2, $3, 'published', $4, $5, $6, $7, '[]', $8, 'EUR', $9, $10, $10, $10)`,
      [
        demoId(`pattern ${demo.key}`),
        demoId(demo.designer),
        demo.key,
        JSON.stringify(demo.texts),
        JSON.stringify(demo.details),
        demo.category,
        demo.difficulty,
        demo.priceCents,
        demo.views,
        new Date(Date.now() - demo.publishedDaysAgo * DAY_MS),
      ],
    );
  }
}
