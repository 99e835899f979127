/** The fields of a PatternCard from `patterns p`, `designers d` and `t` (IN_LANGUAGE). */
export const CARD_FIELDS = `
  'id', p.id,
  'title', t.texts->'title',
  'description', t.texts->'description',
  'category', p.category,
  'difficulty_level', p.difficulty_level,
  'estimated_time', t.texts->'estimated_time',
  'preview_images', p.preview_images,
  'view_count', p.view_count,
  'designer_name', d.name,
  'designer_avatar', d.avatar_url,
  'designer', jsonb_build_object('id', d.id, 'name', d.name, 'slug', d.slug),
  'tags', t.texts->'tags',
  'price', p.price_cents,
  'currency', p.currency,
  'sizes', case jsonb_array_length(t.details->'sizes')
    when 0 then null
    when 1 then t.details->'sizes'->>0
    else (t.details->'sizes'->>0) || case strpos(t.details->'sizes'->>0, '–') when 0 then '–' else ' … ' end
      || (t.details->'sizes'->>-1) end,
  'created_at', p.published_at`;

/** A PatternCard as jsonb, to which a query can add fields with `||`. */
export const CARD = `jsonb_build_object(${CARD_FIELDS})`;

/** A join: the texts and details `t` of `patterns p` in the language $1, or in the other language if they are missing. */
export const IN_LANGUAGE = `cross join lateral (
  select coalesce(p.texts->$1::text, p.texts->'de', p.texts->'en') as texts,
         coalesce(p.details->$1::text, p.details->'de', p.details->'en') as details) t`;
