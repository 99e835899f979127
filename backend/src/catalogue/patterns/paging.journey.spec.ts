import { QueryBus } from '@nestjs/cqrs';
import { CatalogueChanges } from '../catalogue-changes.js';
import { SORTS, type PatternFilters, type Sort } from '../catalogue.contract.js';
import { PageAnchors } from './page-anchors.js';
import { ListPatterns } from './queries/list-patterns.js';
import { manyPatterns } from '../../../test/support/many-patterns.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { until } from '../../../test/support/settles.js';

const PATTERN_COUNT = 5_000;
const DRESS_COUNT = 3_000;
let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
  await manyPatterns(shop, PATTERN_COUNT);
});
afterAll(() => shop?.close());

const SQL_ORDER: Record<Sort, string> = {
  newest: 'published_at desc, id desc',
  oldest: 'published_at, id',
  popular: 'view_count desc, id desc',
  price_asc: 'price_cents, id',
  price_desc: 'price_cents desc, id desc',
};

/** The ids of a whole list, sorted by a plain query. */
async function listAllIds(sort: Sort, category?: string): Promise<string[]> {
  const rows = await shop.sql.rows<{ id: string }>(
    `select id from patterns where status = 'published' and ($1::text is null or category = $1) order by ${SQL_ORDER[sort]}`,
    [category ?? null],
  );
  return rows.map(({ id }) => id);
}

/** The pages at the beginning, on both sides of row 2,000 (NEAR_ROWS), in the second half, at the end and after the end. */
const selectPages = (total: number, limit: number) => {
  const lastPage = Math.ceil(total / limit);
  return [
    1,
    2,
    Math.floor(2_000 / limit),
    Math.floor(2_000 / limit) + 2,
    Math.floor(lastPage * 0.7),
    lastPage - 1,
    lastPage,
    lastPage + 1,
  ];
};

const getIds = (page: { patterns: { id: string }[] }) => page.patterns.map(({ id }) => id);

describe.each(SORTS)('list sorted by %s', (sort) => {
  it.each([
    [undefined, PATTERN_COUNT, 12],
    ['Dresses' as const, DRESS_COUNT, 12],
    ['Dresses' as const, DRESS_COUNT, 17],
    ['Tops' as const, 1_000, 100],
  ])(
    'has the same order as a plain SQL query on every page (category %s, %d patterns, %d per page)',
    async (category, total, limit) => {
      const allIds = await listAllIds(sort, category);
      expect(allIds).toHaveLength(total);
      const anchors = shop.api.get(PageAnchors);
      const key =
        ({ newest: 'published', oldest: 'published', popular: 'views' } as const)[sort as 'newest'] ?? 'price';
      await until('the API listens for changes', async () => shop.api.get(CatalogueChanges).listening);

      for (const page of selectPages(total, limit)) {
        const expected = allIds.slice((page - 1) * limit, page * limit);
        const query = `sort=${sort}&page=${page}&limit=${limit}${category ? `&category=${category}` : ''}`;
        const { body } = await shop.http.get(`/api/patterns?${query}`).expect(200);
        expect({ page, ids: getIds(body.data) }).toEqual({ page, ids: expected });
        expect(body.data).toMatchObject({
          page,
          limit,
          total,
          totalItems: total,
          totalPages: Math.ceil(total / limit),
        });
      }

      await anchors.waitForRead();
      anchors.find(key, category ?? null);
      await anchors.waitForRead();
      expect(anchors.find(key, category ?? null)?.total).toBe(total);
      for (const page of selectPages(total, limit)) {
        const filters = { sort, page, limit, ...(category && { category }) } as PatternFilters;
        const uncachedPage = JSON.parse(await shop.api.get(QueryBus).execute(new ListPatterns(filters)));
        expect({ page, ids: getIds(uncachedPage) }).toEqual({
          page,
          ids: allIds.slice((page - 1) * limit, page * limit),
        });
      }
    },
  );
});

describe('list of one designer', () => {
  it('can be requested by slug and by id, and counts only the patterns of the designer', async () => {
    const designer = await shop.sql.row(`select id from designers where slug = 'atelier-2'`);
    for (const name of ['atelier-2', designer!.id]) {
      const { body } = await shop.http.get(`/api/patterns?designer=${name}&limit=100&page=10`).expect(200);
      expect(body.data).toMatchObject({ total: 1_000, totalPages: 10 });
      expect(body.data.patterns).toHaveLength(100);
      expect(
        body.data.patterns.every((card: { designer: { slug: string } }) => card.designer.slug === 'atelier-2'),
      ).toBe(true);
    }
    expect((await shop.http.get('/api/patterns?designer=unknown')).body.data).toMatchObject({ total: 0, patterns: [] });
  });
});

describe('the tables pattern_counts and listed_patterns', () => {
  it('match the published patterns after concurrent changes and rollbacks', async () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const pick = <T>(list: readonly T[]) => list[random(list.length)]!;
    const randomPattern = () => `(select id from patterns where slug = 'many-${random(60) + 1}')`;
    const change = () =>
      pick([
        () =>
          `update patterns set status = '${pick(['published', 'hidden', 'withdrawn', 'draft'])}' where id = ${randomPattern()}`,
        () =>
          `update patterns set category = '${pick(['Dresses', 'Tops', 'Accessories'])}' where id = ${randomPattern()}`,
        () =>
          `update patterns set view_count = view_count + 1, price_cents = ${random(900)} where id = ${randomPattern()}`,
        () => `delete from patterns where id = ${randomPattern()}`,
        () =>
          `insert into patterns select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
             'slug', 'many-${random(60) + 1}', 'status', '${pick(['published', 'draft'])}'))).*
           from patterns p where slug = 'many-${61 + random(60)}' on conflict (slug) do nothing`,
      ])();
    const changes = Array.from({ length: 240 }, change);
    await Promise.all(
      Array.from({ length: 6 }, async (_, worker) => {
        for (const [n, statement] of changes.entries()) {
          if (n % 6 !== worker) continue;
          if (n % 5) await shop.sql.rows(statement);
          else
            await shop.sql
              .ownTransaction(async (client) => {
                await client.query(statement);
                throw new Error('planned rollback');
              })
              .catch(({ message }) => expect(message).toBe('planned rollback'));
        }
      }),
    );
    const counted = await shop.sql.rows(
      `select category, count(*)::int as patterns from patterns where status = 'published' group by category order by category`,
    );
    const stored = await shop.sql.rows(
      `select category, patterns::int from pattern_counts where patterns <> 0 order by category`,
    );
    expect(stored).toEqual(counted);
    const differences = await shop.sql.row(
      `select count(*)::int as differences from patterns p full join listed_patterns l on l.pattern_id = p.id
       where (p.status = 'published') is distinct from (l.pattern_id is not null)
          or (l.pattern_id is not null and
              (l.category, l.price_cents, l.view_count) is distinct from (p.category, p.price_cents, p.view_count))`,
    );
    expect(differences).toEqual({ differences: 0 });
  });
});
