export const search = `
-- Stemmers without stop words, because the API decides which words of a query it ignores.
create text search dictionary search_de (template = snowball, language = german);

create text search dictionary search_en (template = snowball, language = english);

-- Writes ä and ae as a, ß as ss, and É as e, so that "Roecke", "Röcke" and "rocke" are the same word.
create function fold_for_search(input text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    translate(lower(regexp_replace(normalize(replace(input, 'ß', 'ss'), nfkd), '[\\u0300-\\u036f]', '', 'g')), 'øłđ', 'old'),
    '(?<![aeiouq])([aou])e', '\\1', 'g')
$$;

-- The words of a text. "Wickel-Kleid" has three words: wickel, kleid and wickelkleid.
create function search_words(input text) returns setof text language sql immutable parallel safe as $$
  select distinct word from (
    select regexp_split_to_table(fold_for_search(input), '[^a-z0-9]+') as word
    union all
    select replace(found[1], '-', '') from regexp_matches(fold_for_search(input), '[a-z0-9]+(?:-[a-z0-9]+)+', 'g') found
    where input like '%-%'
  ) words where length(word) between 2 and 40
$$;

-- The parts of a German compound that ends in a sewing word: Hemdblusenkleid has kleid, hemdblusen, bluse and hemd. At least
-- three letters must precede the sewing word, so Barock does not contain rock.
create function compound_parts(word text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  split text[];
  parts text[] := '{}';
  rest text := word;
begin
  if word in ('laptop', 'rolltop', 'desktop', 'nonstop') then
    return parts;
  end if;
  for depth in 1..3 loop
    split := regexp_match(rest, '^([a-z0-9]{3,})('
      || 'kleid|rock|hose|shorts|jeans|leggings|anzug|overall|body|bikini|schurze|latzchen|'
      || 'shirt|top|teil|bluse|hemd|pullover|pulli|hoodie|jacke|mantel|weste|blazer|cape|poncho|'
      || 'tasche|beutel|rucksack|sack|korb|etui|hulle|gurtel|hut|mutze|haube|kappe|schal|tuch|loop|handschuh|socke|stulpe|'
      || 'band|kissen|decke|vorhang|gardine|rollo|pouf|hocker|kette|lappen|laufer|quilt|organizer|utensilo|'
      || 'kragen|armel|ausschnitt|verschluss|bundchen|naht|saum|falte|stoff|leinen|cord|jersey|projekt|'
      || 'dress|skirt|coat|jacket|pants|bag|pack|basket|apron|quilt'
      || ')(?:e|er|en|ern|n|s|es)?$');
    exit when split is null;
    parts := parts || split[2] || split[1];
    rest := split[1];
  end loop;
  return parts;
end $$;

create function search_stem(language text, word text) returns text language sql immutable parallel safe as $$
  select coalesce((ts_lexize(case language when 'de' then 'search_de'::regdictionary else 'search_en' end, word))[1], word)
$$;

-- Triggers write two rows for each published pattern: one in pattern_search, one in pattern_headlines. The prefix of a term
-- tells where the term occurs: x/ for an unstemmed word of the title, t/ for a stem of the title, s/ for a stem of title,
-- tags, category, level or price, d/ for a stem of the designer's name. Stems of the description have no prefix. Filters are
-- terms too: the category without a prefix, and the slug and the id of the designer with the prefix by/.
-- The search finds patterns in this table. A row contains all terms of a pattern, and the columns by which hits are sorted.
create table pattern_search (
  pattern_id uuid primary key references patterns on delete cascade,
  published_at timestamptz not null,
  price_cents int not null,
  words tsvector not null
) with (parallel_workers = 0);

create index pattern_search_words on pattern_search using gin (words) with (fastupdate = off);

-- The search ranks hits by this table. A row contains all terms of a pattern except the terms of the description.
create table pattern_headlines (
  pattern_id uuid primary key references patterns on delete cascade,
  strong tsvector not null
) with (parallel_workers = 0);

-- Every word of a title, tag or name, with the stems of the word and of its parts. The search corrects a misspelt word to a
-- word of this table. A word stays when its patterns are unpublished; a search for the word then finds no pattern. The
-- erasure of a designer deletes the words of the designer's patterns.
create table search_vocabulary (
  word text not null,
  language text not null check (language in ('de', 'en')),
  terms text[] not null,
  primary key (word, language)
);

create index search_vocabulary_terms on search_vocabulary using gin (terms);

create index search_vocabulary_word on search_vocabulary using gin (word gin_trgm_ops);

create function search_terms(language text, word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct search_stem(language, part)) from unnest(array[word] || compound_parts(word)) part
$$;

-- The words of the vocabulary that are most similar to a misspelt word.
create function similar_words(misspelt text) returns setof text
language sql stable strict set pg_trgm.similarity_threshold = 0.2 as $$
  select word from (select distinct v.word from search_vocabulary v where v.word % misspelt) words
  order by similarity(word, misspelt) desc, word limit 40
$$;

create function search_list(list jsonb) returns text language sql immutable parallel safe as $$
  select string_agg(item, ' ') from jsonb_array_elements_text(case jsonb_typeof(list) when 'array' then list else '[]' end) item
$$;

-- Writes the rows of pattern_search and pattern_headlines, and new words into search_vocabulary. Inserts the new words in
-- alphabetical order, to prevent deadlocks.
create function write_search_documents(ids uuid[]) returns void language sql as $$
with described as materialized (
  select p.id, p.texts, p.details, p.price_cents, coalesce(p.published_at, p.created_at) as published_at, d.name as designer,
         array[p.category, 'by/' || d.slug, 'by/' || d.id] as filters,
         case p.category
           when 'Dresses' then 'Kleider Dresses'
           when 'Tops' then 'Oberteile Tops'
           when 'Bottoms' then 'Unterteile Bottoms'
           when 'Accessories' then 'Accessoires Zubehör Accessories'
           else 'Wohnen Deko Dekoration Home Decor' end
         || case p.difficulty_level
           when 'Beginner' then ' Einsteiger Anfänger einfach leicht Beginner easy'
           when 'Intermediate' then ' Fortgeschritten mittel Intermediate'
           when 'Advanced' then ' Anspruchsvoll geübt Advanced'
           else ' Profi Experte Expert' end
         || case p.price_cents when 0 then ' kostenlos gratis free freebook' else '' end as about
  from patterns p join designers d on d.id = p.designer_id
  where p.id = any(ids) and p.status = 'published'
), texts_by_place as (
  select id, language, place, body from described, jsonb_each(texts) as t(language, text),
    lateral (values ('t', text->>'title'), ('s', search_list(text->'tags'))) as v(place, body)
  union all
  select id, language, place, body from described, unnest(array['de', 'en']) language,
    lateral (values ('s', about), ('d', designer)) as v(place, body)
), words_by_place as materialized (
  select id, language, place, word from texts_by_place, search_words(body) word
), word_terms as materialized (
  select word, language, coalesce(v.terms, search_terms(language, word)) as terms, v.terms is null as is_new
  from (select distinct word, language from words_by_place) w left join search_vocabulary v using (word, language)
), added_words as (
  insert into search_vocabulary
  select distinct part, language, search_terms(language, part)
  from word_terms, unnest(array[word] || compound_parts(word)) part where is_new order by 1, 2
  on conflict do nothing
), headlines as (
  select id, array_agg(term) as terms from (
    select id, 'x/' || word as term from words_by_place where place = 't'
    union all
    select id, place || '/' || term from words_by_place join word_terms using (word, language), unnest(terms) term
    union all
    select id, 's/' || term from words_by_place join word_terms using (word, language), unnest(terms) term where place = 't'
  ) terms group by id
), descriptions as (
  select id, string_agg(document::text, ' ')::tsvector as document from described, jsonb_each(texts) as t(language, text),
    lateral to_tsvector(
      case language when 'de' then 'pg_catalog.german' else 'pg_catalog.english' end::regconfig,
      left(regexp_replace(fold_for_search(concat_ws(' ', text->>'description', search_list(details->language->'materials'),
        search_list(details->language->'notions'), search_list(details->language->'techniques'))),
        '[^a-z0-9]+', ' ', 'g'), 50000)) document
  group by id
), written_headlines as (
  insert into pattern_headlines (pattern_id, strong)
  select id, array_to_tsvector(terms || filters) from described join headlines using (id) order by id
  on conflict (pattern_id) do update set strong = excluded.strong
)
insert into pattern_search (pattern_id, published_at, price_cents, words)
select id, published_at, price_cents, array_to_tsvector(terms || filters || tsvector_to_array(document))
from described join headlines using (id) join descriptions using (id) order by id
on conflict (pattern_id) do update
  set published_at = excluded.published_at, price_cents = excluded.price_cents, words = excluded.words
$$;

create function search_new_patterns() returns trigger language plpgsql as $$
begin
  perform write_search_documents(array(select id from added where status = 'published'));
  return null;
end $$;

create trigger patterns_search_new after insert on patterns referencing new table as added
  for each statement execute function search_new_patterns();

create function search_changed_pattern() returns trigger language plpgsql as $$
begin
  if new.status = 'published' then
    perform write_search_documents(array[new.id]);
  else
    delete from pattern_search where pattern_id = new.id;
    delete from pattern_headlines where pattern_id = new.id;
  end if;
  return null;
end $$;

create trigger patterns_search_changed
  after update of status, texts, details, category, difficulty_level, price_cents, published_at, designer_id on patterns
  for each row execute function search_changed_pattern();

create function search_changed_designer() returns trigger language plpgsql as $$
begin
  perform write_search_documents(array(select id from patterns where designer_id = new.id and status = 'published'));
  return null;
end $$;

create trigger designers_search_changed after update of name, slug on designers
  for each row when ((old.name, old.slug) is distinct from (new.name, new.slug)) execute function search_changed_designer();
`;
