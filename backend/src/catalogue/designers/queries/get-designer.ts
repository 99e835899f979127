import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { DESIGNER } from '../designer-rows.js';
import type { DesignerView } from '../../patterns/selling.contract.js';

/** Reads a designer who has a pattern on sale or a pattern taken off sale. @throws {ApiError} 404 DESIGNER_NOT_FOUND */
export class GetDesigner extends Query<DesignerView> {
  constructor(
    readonly slug: string,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetDesigner)
export class GetDesignerHandler implements IQueryHandler<GetDesigner> {
  constructor(private readonly sql: Sql) {}

  async execute({ slug, language }: GetDesigner): Promise<DesignerView> {
    const designer = await this.sql.row<DesignerView>(
      `select ${DESIGNER} from designers d where d.slug = $2
       and exists (select from patterns p where p.designer_id = d.id and p.status in ('published', 'withdrawn'))`,
      [language, slug],
    );
    if (!designer) throw notFound('DESIGNER_NOT_FOUND', 'Designer');
    return designer;
  }
}
