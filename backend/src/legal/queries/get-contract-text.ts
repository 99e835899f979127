import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import type { ContractText } from '../contract-text.js';

/**
 * Returns a legal text of an order.
 * @throws {Error} when the text is missing, because a confirmation must not contain another text
 */
export class GetContractText extends Query<ContractText> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(GetContractText)
export class GetContractTextHandler implements IQueryHandler<GetContractText> {
  constructor(private readonly sql: Sql) {}

  async execute({ id }: GetContractText): Promise<ContractText> {
    const text = await this.sql.row<ContractText>(
      'select id, kind, locale, version, content from legal_texts where id = $1',
      [id],
    );
    if (!text) throw new Error(`The legal text ${id} is missing`);
    return text;
  }
}
