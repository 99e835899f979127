export const catalogue = `
create table designers (
  id uuid primary key,
  user_id uuid constraint designers_user_unique unique references users on delete set null,
  slug text not null constraint designers_slug_unique unique,
  name text not null,
  bio jsonb not null,
  avatar_url text,
  created_at timestamptz not null
);

create table patterns (
  id uuid primary key,
  designer_id uuid not null references designers,
  slug text not null constraint patterns_slug_unique unique,
  status text not null check (status in ('draft', 'published', 'withdrawn', 'hidden')),
  texts jsonb not null,
  category text not null check (category in ('Dresses', 'Tops', 'Bottoms', 'Accessories', 'Home Decor')),
  difficulty_level text not null check (difficulty_level in ('Beginner', 'Intermediate', 'Advanced', 'Expert')),
  details jsonb not null,
  preview_images jsonb not null,
  price_cents int not null check (price_cents >= 0),
  currency text not null,
  view_count bigint not null default 0,
  created_at timestamptz not null,
  published_at timestamptz,
  updated_at timestamptz not null,
  language text not null default 'de' check (language in ('de', 'en')),
  -- The status that a hidden pattern gets back when a moderator restores it.
  shown_as text check (shown_as in ('published', 'withdrawn')),
  -- The status that the pattern gets back when the suspension of its designer's account ends. Until then, the pattern is
  -- hidden.
  suspended_as text check (suspended_as in ('published', 'withdrawn', 'hidden'))
);
create index patterns_newest on patterns (published_at desc, id) where status = 'published';
create index patterns_category on patterns (category, published_at desc, id) where status = 'published';
create index patterns_designer on patterns (designer_id);
create index patterns_suspended on patterns (designer_id) where suspended_as is not null;

create table pattern_prices (
  pattern_id uuid not null references patterns on delete cascade,
  since timestamptz not null,
  cents int not null,
  currency text not null,
  primary key (pattern_id, since)
);

create table pattern_files (
  id uuid primary key,
  pattern_id uuid not null references patterns,
  kind text not null check (kind in ('a4', 'letter', 'a0', 'projector', 'instructions')),
  version int not null,
  file_name text not null,
  sheets int not null,
  state text not null check (state in ('awaiting-upload', 'uploaded', 'needs-confirmation', 'ready', 'refused')),
  source_key text not null,
  master_key text,
  master_etag text,
  master_bytes bigint,
  master_sha256 text,
  pages int,
  flags jsonb not null default '[]',
  refusal_code text,
  refusal_reason text,
  uploaded_at timestamptz not null,
  prepared_at timestamptz,
  changelog text,
  step text not null default 'queued' check (step in ('queued', 'checking', 'preparing', 'checked')),
  page_sizes jsonb,
  confirmed_at timestamptz,
  constraint pattern_files_version_unique unique (pattern_id, kind, version)
);
create index pattern_files_awaiting on pattern_files (uploaded_at) where state = 'awaiting-upload';

create table master_plans (
  file_id uuid primary key references pattern_files on delete cascade,
  plan json not null
);

create table pattern_pictures (
  id uuid primary key,
  pattern_id uuid not null references patterns on delete cascade,
  state text not null check (state in ('awaiting-upload', 'uploaded', 'ready', 'refused', 'removed')),
  source_key text not null,
  url text,
  refusal_code text,
  requested_at timestamptz not null,
  prepared_at timestamptz
);
create index pattern_pictures_pattern on pattern_pictures (pattern_id);
create index pattern_pictures_leftover on pattern_pictures (requested_at)
  where state in ('awaiting-upload', 'refused', 'removed');

-- The columns of published patterns by which lists sort and filter. A list reads this narrow table and not the rows of
-- patterns (9 kB each), and a change of a view count updates no index of patterns. Queries of this table use no parallel
-- workers, because starting the workers takes longer than the query.
create table listed_patterns (
  pattern_id uuid primary key references patterns on delete cascade,
  designer_id uuid not null,
  category text not null,
  published_at timestamptz not null,
  price_cents int not null,
  view_count bigint not null
) with (parallel_workers = 0);
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
-- Adds the difference to each count instead of counting again, so that concurrent changes add up. Locks the rows in the
-- order of the categories, which prevents deadlocks.
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
-- Tells the API processes that their cached responses are stale. A change of view_count is not announced, because the
-- cached responses expire within seconds.
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
`;
