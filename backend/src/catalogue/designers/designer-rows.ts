/** The public columns of `designers d`; $1 is the language. */
export const DESIGNER = `d.id, d.name, d.slug, d.avatar_url,
  coalesce(d.bio->>$1::text, d.bio->>'de', d.bio->>'en') as bio,
  (select count(*)::int from patterns p where p.designer_id = d.id and p.status = 'published') as "patternCount"`;
