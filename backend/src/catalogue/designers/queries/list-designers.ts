import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { DESIGNER } from '../designer-rows.js';
import type { DesignerView } from '../../patterns/selling.contract.js';

/** Lists the designers who have a published pattern, sorted by name. */
export class ListDesigners extends Query<DesignerView[]> {
  constructor(readonly language: Language) {
    super();
  }
}

@QueryHandler(ListDesigners)
export class ListDesignersHandler implements IQueryHandler<ListDesigners> {
  constructor(private readonly sql: Sql) {}

  execute({ language }: ListDesigners): Promise<DesignerView[]> {
    return this.sql.rows<DesignerView>(
      `select ${DESIGNER} from designers d
       where exists (select from patterns p where p.designer_id = d.id and p.status = 'published')
       order by lower(d.name), d.id`,
      [language],
    );
  }
}
