import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { GetProfile } from '../../../accounts/queries/get-profile.js';
import { Sql } from '../../../platform/database/sql.js';
import type { OwnDesigner } from '../designer-form.js';

/** Reads the designer profile of an account. If there is none, returns a profile with only the name of the account. */
export class GetOwnDesigner extends Query<OwnDesigner> {
  constructor(readonly userId: string) {
    super();
  }
}

const STATEMENT = `
select d.id, d.name, d.slug, d.bio, d.avatar_url,
  (select count(*)::int from patterns p where p.designer_id = d.id and p.status = 'published') as "patternCount"
from designers d where d.user_id = $1`;

@QueryHandler(GetOwnDesigner)
export class GetOwnDesignerHandler implements IQueryHandler<GetOwnDesigner> {
  constructor(
    private readonly sql: Sql,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId }: GetOwnDesigner): Promise<OwnDesigner> {
    const designer = await this.sql.row<OwnDesigner>(STATEMENT, [userId]);
    if (designer) return designer;
    const { displayName } = await this.queries.execute(new GetProfile(userId));
    return { id: null, name: displayName, slug: null, bio: {}, avatar_url: null, patternCount: 0 };
  }
}
