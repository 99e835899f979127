import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { UNSOLD } from '../../patterns/unsold-patterns.js';
import type { Pattern } from '../../patterns/pattern.entity.js';

/** The name that replaces the designer's name. It contains both languages, because designer names are not translated. */
const FORMER_DESIGNER = 'Ehemalige Designerin / Former designer';

/**
 * Removes a designer's personal data: deletes unsold patterns, keeps sold patterns for their buyers, and removes reporter,
 * name, address and text from the designer's reports, also from those that the designer sent as a guest.
 *
 * The caller must first run UnpublishAll, and ListDesignerObjects, which reads the rows that this command deletes.
 */
export class AnonymiseDesigner extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

/** These limits keep each transaction and each statement short. */
const PATTERNS_PER_TRANSACTION = 50;
const WORDS_PER_STATEMENT = 100;

@CommandHandler(AnonymiseDesigner)
export class AnonymiseDesignerHandler implements ICommandHandler<AnonymiseDesigner> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
  ) {}

  async execute({ userId }: AnonymiseDesigner): Promise<void> {
    await this.sql.rows(ERASE_REPORTS, [userId]);
    const designer = await this.sql.row<{ id: string; name: string }>(
      'select id, name from designers where user_id = $1',
      [userId],
    );
    if (!designer) return;
    let lastId: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (lastId) lastId = await this.deleteUnsoldBatch(designer.id, lastId);
    await this.replaceDesigner(designer);
  }

  @Transactional()
  private async replaceDesigner({ id, name }: { id: string; name: string }): Promise<void> {
    await this.deleteWords([name]);
    await this.sql.rows(REPLACE_DESIGNER, [id, FORMER_DESIGNER]);
  }

  /** @returns the last id of the batch; undefined when no unsold pattern has an id above `after` */
  @Transactional()
  private async deleteUnsoldBatch(designerId: string, after: string): Promise<string | undefined> {
    const rows = await this.sql.rows<Pick<Pattern, 'id' | 'texts'>>(FIND_UNSOLD, [designerId, after]);
    const ids = rows.map(({ id }) => id);
    for (const statement of DELETE_PATTERNS) await this.sql.rows(statement, [ids]);
    const titlesAndTags = rows.flatMap(({ texts }) =>
      Object.values(texts).flatMap(({ title, tags }) => [title, ...(tags ?? [])]),
    );
    await this.deleteWords(titlesAndTags);
    return ids.at(-1);
  }

  /**
   * Deletes from the search vocabulary all words of these texts that no pattern on sale contains. If the words stayed, the
   * search could still correct a misspelled word to one of them.
   */
  private async deleteWords(texts: string[]): Promise<void> {
    const rows = await this.sql.rows<{ word: string }>(FIND_WORDS, [texts]);
    const words = rows.map(({ word }) => word);
    for (let start = 0; start < words.length; start += WORDS_PER_STATEMENT)
      await this.sql.rows(DELETE_WORDS, [words.slice(start, start + WORDS_PER_STATEMENT)]);
  }
}

/** Notices of a guest belong to the account if its owner has proven the mailbox of the notice. */
const ERASE_REPORTS = `
update pattern_reports r
set reporter_id = null, text = null, notifier_name = null, notifier_email = null, notifier_email_key = null
from users u where u.id = $1
  and (r.reporter_id = u.id or u.mailbox_proven_at is not null and r.notifier_email_key = u.email_key)`;

const FIND_UNSOLD = `
select p.id, p.texts from patterns p where p.designer_id = $1 and p.id > $2 and ${UNSOLD}
order by p.id limit ${PATTERNS_PER_TRANSACTION} for update of p`;

/** A cancelled order still references its pattern. The row of such a pattern is kept, without its texts. */
const ORDERED = `exists (select from purchases u where u.pattern_id = p.id)`;

const DELETE_PATTERNS = [
  'delete from pattern_files where pattern_id = any ($1::uuid[])',
  `delete from patterns p where p.id = any ($1::uuid[]) and not ${ORDERED}`,
  'delete from pattern_pictures where pattern_id = any ($1::uuid[])',
  'delete from pattern_reports where pattern_id = any ($1::uuid[])',
  'delete from pattern_decisions where pattern_id = any ($1::uuid[])',
  `update patterns set status = 'withdrawn', slug = 'former-pattern-' || id, preview_images = '[]', details = '{}',
          texts = '{"de": {"title": "Gelöschtes Schnittmuster / deleted pattern", "description": "", "estimated_time": "", "tags": []}}'
   where id = any ($1::uuid[])`,
];

const FIND_WORDS = `
select distinct part as word from unnest($1::text[]) text, search_words(text) word,
  unnest(array[word] || compound_parts(word)) part order by part`;

const DELETE_WORDS = `
delete from search_vocabulary v where v.word = any ($1::text[])
  and not exists (
    select from pattern_search s
    where s.words @@ (select string_agg(quote_literal(term), ' | ')::tsquery from unnest(v.terms) term))`;

const REPLACE_DESIGNER = `
update designers set user_id = null, name = $2, bio = '{}', avatar_url = null, slug = 'former-designer-' || id
where id = $1`;
