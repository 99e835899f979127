import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import type { StoredText } from '../stored-text.js';

/**
 * Returns a legal text of an order.
 * @throws {Error} when the text is missing, because a confirmation must not contain another text
 */
export class GetStoredText extends Query<StoredText> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(GetStoredText)
export class GetStoredTextHandler implements IQueryHandler<GetStoredText> {
  constructor(private readonly sql: Sql) {}

  async execute({ id }: GetStoredText): Promise<StoredText> {
    const text = await this.sql.row<StoredText>(
      'select id, kind, locale, version, content from legal_texts where id = $1',
      [id],
    );
    if (!text) throw new Error(`The legal text ${id} is missing`);
    return text;
  }
}
