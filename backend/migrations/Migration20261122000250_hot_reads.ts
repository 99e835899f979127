import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000250_hot_reads extends Migration {
  override up(): void {
    this.addSql(`
-- What the list sorts and filters by, of published patterns only. Narrow and apart from patterns, so that a page is found
-- without touching a row of 9 kB, and so that counting views leaves the indexes of patterns alone.
create table listed_patterns (
  pattern_id uuid primary key references patterns on delete cascade,
  designer_id uuid not null,
  category text not null,
  published_at timestamptz not null,
  price_cents int not null,
  view_count bigint not null
);
create index listed_patterns_published on listed_patterns (published_at, pattern_id);
create index listed_patterns_category_published on listed_patterns (category, published_at, pattern_id);
create index listed_patterns_price on listed_patterns (price_cents, pattern_id);
create index listed_patterns_category_price on listed_patterns (category, price_cents, pattern_id);
create index listed_patterns_views on listed_patterns (view_count, pattern_id);
create index listed_patterns_category_views on listed_patterns (category, view_count, pattern_id);
create index listed_patterns_designer on listed_patterns (designer_id, category);

create table pattern_counts (
  category text primary key,
  patterns bigint not null
);

create function list_patterns() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from listed_patterns l using after a where l.pattern_id = a.id and a.status <> 'published';
  end if;
  insert into listed_patterns (pattern_id, designer_id, category, published_at, price_cents, view_count)
  select id, designer_id, category, coalesce(published_at, created_at), price_cents, view_count
  from after where status = 'published'
  on conflict (pattern_id) do update set
    designer_id = excluded.designer_id, category = excluded.category, published_at = excluded.published_at,
    price_cents = excluded.price_cents, view_count = excluded.view_count
  where (listed_patterns.designer_id, listed_patterns.category, listed_patterns.published_at,
         listed_patterns.price_cents, listed_patterns.view_count)
    is distinct from (excluded.designer_id, excluded.category, excluded.published_at,
                      excluded.price_cents, excluded.view_count);
  return null;
end $$;
create trigger patterns_list_new after insert on patterns referencing new table as after
  for each statement execute function list_patterns();
create trigger patterns_list_changed after update on patterns referencing new table as after
  for each statement execute function list_patterns();

-- Counts follow the list by differences, so changes side by side add up. Always in the order of the categories, so that two
-- of them cannot wait for each other.
create function count_patterns() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into pattern_counts as c select category, count(*) from after group by category order by category
    on conflict (category) do update set patterns = c.patterns + excluded.patterns;
  elsif tg_op = 'DELETE' then
    insert into pattern_counts as c select category, -count(*) from before group by category order by category
    on conflict (category) do update set patterns = c.patterns + excluded.patterns;
  elsif exists (select from before b join after a using (pattern_id) where a.category <> b.category) then
    insert into pattern_counts as c
    select category, sum(n) from (select category, 1 as n from after union all select category, -1 from before) moves
    group by category having sum(n) <> 0 order by category
    on conflict (category) do update set patterns = c.patterns + excluded.patterns;
  end if;
  return null;
end $$;
create trigger listed_patterns_count_new after insert on listed_patterns referencing new table as after
  for each statement execute function count_patterns();
create trigger listed_patterns_count_gone after delete on listed_patterns referencing old table as before
  for each statement execute function count_patterns();
create trigger listed_patterns_count_moved after update on listed_patterns
  referencing old table as before new table as after
  for each statement execute function count_patterns();

insert into listed_patterns (pattern_id, designer_id, category, published_at, price_cents, view_count)
select id, designer_id, category, coalesce(published_at, created_at), price_cents, view_count
from patterns where status = 'published';

-- Whoever keeps answers is told that they may be out of date. A counted view is no such change: it shows within seconds.
create function announce_catalogue() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;
create trigger patterns_announce after insert or delete or update of
  designer_id, slug, status, texts, category, difficulty_level, details, preview_images, price_cents, currency, published_at
  on patterns for each statement execute function announce_catalogue();
create trigger designers_announce after insert or delete or update on designers
  for each statement execute function announce_catalogue();
create trigger pattern_files_announce after insert or delete or update on pattern_files
  for each statement execute function announce_catalogue();
create trigger pattern_prices_announce after insert or delete or update on pattern_prices
  for each statement execute function announce_catalogue();
`);
  }
}
