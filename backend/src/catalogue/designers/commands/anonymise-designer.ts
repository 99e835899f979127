import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { NEVER_SOLD } from '../../patterns/unsold-patterns.js';
import type { Pattern } from '../../patterns/pattern.entity.js';

/** What stands where a designer's name stood, in both languages, as the name of a designer is not translated. */
const FORMER = 'Ehemalige Designerin / Former designer';

/**
 * Takes a designer out of the shop, of whom nothing is on sale any more (TakeOffSale). What was sold stays for its buyers;
 * all else goes, and so does the person in the reports that they made. Ask ListDesignerObjects first what has to go from
 * the storage.
 */
export class AnonymiseDesigner extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Patterns in one transaction, and words in one statement: none of them may take long. */
const PATTERNS_AT_ONCE = 50;
const WORDS_AT_ONCE = 100;

@CommandHandler(AnonymiseDesigner)
export class AnonymiseDesignerHandler implements ICommandHandler<AnonymiseDesigner> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
  ) {}

  async execute({ userId }: AnonymiseDesigner): Promise<void> {
    await this.sql.rows('update pattern_reports set reporter_id = null, text = null where reporter_id = $1', [userId]);
    const designer = await this.sql.row<{ id: string; name: string }>(
      'select id, name from designers where user_id = $1',
      [userId],
    );
    if (!designer) return;
    let last: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (last) last = await this.dropSome(designer.id, last);
    await this.leaveTombstone(designer);
  }

  @Transactional()
  private async leaveTombstone({ id, name }: { id: string; name: string }): Promise<void> {
    await this.forgetWords([name]);
    await this.sql.rows(TOMBSTONE, [id, FORMER]);
  }

  /** @returns the last of the patterns that were looked at; nothing when there was none after `after` */
  @Transactional()
  private async dropSome(designerId: string, after: string): Promise<string | undefined> {
    const rows = await this.sql.rows<Pick<Pattern, 'id' | 'texts'>>(SOME, [designerId, after]);
    const ids = rows.map(({ id }) => id);
    for (const statement of DROP) await this.sql.rows(statement, [ids]);
    const titles = rows.flatMap(({ texts }) =>
      Object.values(texts).flatMap(({ title, tags }) => [title, ...(tags ?? [])]),
    );
    await this.forgetWords(titles);
    return ids.at(-1);
  }

  /** The words of these texts, unless a pattern on sale has them too, so that no search is corrected to them. */
  private async forgetWords(texts: string[]): Promise<void> {
    const rows = await this.sql.rows<{ word: string }>(WORDS, [texts]);
    const words = rows.map(({ word }) => word);
    for (let start = 0; start < words.length; start += WORDS_AT_ONCE)
      await this.sql.rows(FORGET, [words.slice(start, start + WORDS_AT_ONCE)]);
  }
}

const SOME = `
select p.id, p.texts from patterns p where p.designer_id = $1 and p.id > $2 and ${NEVER_SOLD}
order by p.id limit ${PATTERNS_AT_ONCE} for update of p`;

/** An order that was called off still names its pattern, so of such a pattern an empty shell stays. */
const ORDERED = `exists (select from purchases u where u.pattern_id = p.id)`;

const DROP = [
  'delete from pattern_files where pattern_id = any ($1::uuid[])',
  `delete from patterns p where p.id = any ($1::uuid[]) and not ${ORDERED}`,
  'delete from pattern_pictures where pattern_id = any ($1::uuid[])',
  'delete from pattern_reports where pattern_id = any ($1::uuid[])',
  'delete from pattern_decisions where pattern_id = any ($1::uuid[])',
  `update patterns set status = 'withdrawn', slug = 'former-pattern-' || id, preview_images = '[]', details = '{}',
          texts = '{"de": {"title": "Gelöschtes Schnittmuster / deleted pattern", "description": "", "estimated_time": "", "tags": []}}'
   where id = any ($1::uuid[])`,
];

const WORDS = `
select distinct part as word from unnest($1::text[]) text, search_words(text) word,
  unnest(array[word] || compound_parts(word)) part order by part`;

const FORGET = `
delete from search_vocabulary v where v.word = any ($1::text[])
  and not exists (
    select from pattern_search s
    where s.words @@ (select string_agg(quote_literal(term), ' | ')::tsquery from unnest(v.terms) term))`;

const TOMBSTONE = `
update designers set user_id = null, name = $2, bio = '{}', avatar_url = null, slug = 'former-designer-' || id
where id = $1`;
