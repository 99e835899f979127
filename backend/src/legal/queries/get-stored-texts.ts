import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import type { StoredText } from '../stored-text.js';

/** Returns legal texts of orders, in the sequence of their ids. @throws {Error} when a text is missing */
export class GetStoredTexts extends Query<StoredText[]> {
  constructor(readonly ids: string[]) {
    super();
  }
}

@QueryHandler(GetStoredTexts)
export class GetStoredTextsHandler implements IQueryHandler<GetStoredTexts> {
  constructor(private readonly sql: Sql) {}

  async execute({ ids }: GetStoredTexts): Promise<StoredText[]> {
    const texts = await this.sql.rows<StoredText>(
      'select id, kind, locale, version, content from legal_texts where id = any($1)',
      [ids],
    );
    return ids.map((id) => {
      const text = texts.find((row) => row.id === id);
      if (!text) throw new Error(`The legal text ${id} is missing`);
      return text;
    });
  }
}
