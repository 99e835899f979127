import { createServer, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { CARD, CARD_FIELDS, IN_LANGUAGE } from '../../backend/src/catalogue/patterns/pattern-rows.ts';
import { LOWEST_PRICE_30_DAYS } from '../../backend/src/catalogue/patterns/lowest-price.ts';

// The baseline of the read benchmark: node:http and prepared statements, without a framework. reads.ts starts it as a
// separate process. The first part of the path selects the variant:
//   /pg/…      one statement with count(*)
//   /stored/…  one statement that reads the shop's stored counts instead
//   /ready/…   a cached response
const [, , connectionString, port] = process.argv;
const pool = new Pool({ connectionString, max: 10 });
const ready = new Map<string, Buffer>();

const listStatement = (where: string, order: string, total: string) => `
select (${total})::int as total,
       (select '[' || string_agg(${CARD}::text, ',' order by ${order}) || ']'
        from (select * from patterns p where ${where} order by ${order} limit $2 offset $3) p
        join designers d on d.id = p.designer_id ${IN_LANGUAGE}) as patterns`;

const lists = {
  newest: ["p.status = 'published'", 'p.published_at desc, p.id desc'],
  prices: ["p.status = 'published' and p.category = $4", 'p.price_cents, p.id'],
} as const;

async function list(path: string, query: URLSearchParams, stored: boolean): Promise<string> {
  const category = query.get('category');
  const [where, order] = lists[category ? 'prices' : 'newest'];
  const total = stored
    ? `select sum(patterns) from pattern_counts ${category ? 'where category = $4' : ''}`
    : `select count(*) from patterns p where ${where}`;
  const limit = Number(query.get('limit') ?? 12);
  const page = Number(query.get('page') ?? 1);
  const { rows } = await pool.query<{ total: number; patterns: string }>({
    name: `list ${category ? 'prices' : 'newest'} ${stored}`,
    text: listStatement(where, order, total),
    values: ['de', limit, (page - 1) * limit, ...(category ? [category] : [])],
  });
  const { total: all, patterns } = rows[0]!;
  const pages = Math.ceil(all / limit);
  return (
    `{"success":true,"data":{"patterns":${patterns},"page":${page},"limit":${limit},"total":${all},"total_pages":${pages},` +
    `"currentPage":${page},"totalPages":${pages},"totalItems":${all},"itemsPerPage":${limit}}}`
  );
}

async function detail(id: string): Promise<string> {
  const { rows } = await pool.query<{ pattern: string }>({
    name: 'detail',
    text: `select json_build_object(${CARD_FIELDS}, 'lowest_price_30_days', ${LOWEST_PRICE_30_DAYS},
                                    'details', t.details, 'files', '[]'::json)::text as pattern
           from patterns p join designers d on d.id = p.designer_id ${IN_LANGUAGE}
           where p.id = $2 and p.status = 'published'`,
    values: ['de', id],
  });
  return `{"success":true,"data":${rows[0]!.pattern}}`;
}

async function respond(url: string, response: ServerResponse): Promise<void> {
  const cached = ready.get(url);
  if (cached) return send(response, cached);
  const { pathname, searchParams } = new URL(url, 'http://baseline');
  const [, variant, ...rest] = pathname.split('/');
  const path = rest.join('/');
  const id = /^api\/patterns\/(.+)$/.exec(path)?.[1];
  const body = Buffer.from(await (id ? detail(id) : list(path, searchParams, variant !== 'pg')));
  if (variant === 'ready') ready.set(url, body);
  send(response, body);
}

function send(response: ServerResponse, body: Buffer): void {
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    .end(body);
}

createServer((request, response) => {
  respond(request.url!, response).catch((error: Error) => response.writeHead(500).end(error.message));
}).listen(Number(port), '127.0.0.1');
