import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';

/** What stands where a designer's name stood, in both languages, as the name of a designer is not translated. */
const FORMER = 'Ehemalige Designerin / Former designer';

/**
 * Takes a designer out of the shop. What was sold stays for its buyers but is no longer on sale; drafts go, and so does
 * the person in the reports that they made. Ask ListDesignerObjects first what has to go from the storage.
 */
export class HandOverPatterns extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(HandOverPatterns)
export class HandOverPatternsHandler implements ICommandHandler<HandOverPatterns> {
  constructor(private readonly sql: Sql) {}

  execute({ userId }: HandOverPatterns): Promise<void> {
    return this.sql.transaction(async (client) => {
      await client.query('update pattern_reports set reporter_id = null, text = null where reporter_id = $1', [userId]);
      const { rows: designers } = await client.query<{ id: string }>(
        'select id from designers where user_id = $1 for update',
        [userId],
      );
      const designerId = designers[0]?.id;
      if (!designerId) return;
      for (const statement of [CLOSE, ...DROP_DRAFTS]) await client.query(statement, [designerId]);
      await client.query(FORGET_NAME, [designerId]);
      await client.query(TOMBSTONE, [designerId, FORMER]);
    });
  }
}

const CLOSE = `
update patterns set updated_at = now(), status = case when status = 'published' then 'withdrawn' else status end,
       shown_as = case when status = 'hidden' then 'withdrawn' else shown_as end
where designer_id = $1 and status in ('published', 'hidden')`;

const DRAFTS = `select id from patterns p where designer_id = $1 and status = 'draft'
  and not exists (select from purchases u where u.pattern_id = p.id)`;

const DROP_DRAFTS = [
  `delete from pattern_files where pattern_id in (${DRAFTS})`,
  `delete from patterns where id in (${DRAFTS})`,
];

/** The words of the name, unless a pattern on sale has them too, so that no search is corrected to them. */
const FORGET_NAME = `
delete from search_vocabulary v using designers d
where d.id = $1 and v.word in (
    select part from search_words(d.name) word, unnest(array[word] || compound_parts(word)) part)
  and not exists (
    select from pattern_search s
    where s.words @@ (select string_agg(quote_literal(term), ' | ')::tsquery from unnest(v.terms) term))`;

const TOMBSTONE = `
update designers set user_id = null, name = $2, bio = '{}', avatar_url = null, slug = 'former-designer-' || id
where id = $1`;
