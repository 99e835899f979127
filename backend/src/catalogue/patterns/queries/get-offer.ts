import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { type Licence, PRIVATE_USE } from '../../../platform/licence.js';

/** Reads the current price, files and licence of a pattern; null when the pattern does not exist. */
export class GetOffer extends Query<Offer | null> {
  constructor(readonly patternId: string) {
    super();
  }
}

export interface Offer {
  patternId: string;
  forSale: boolean;
  priceCents: number;
  currency: string;
  /** The newest ready file of each kind. */
  fileIds: string[];
  licence: Licence;
}

@QueryHandler(GetOffer)
export class GetOfferHandler implements IQueryHandler<GetOffer> {
  constructor(private readonly sql: Sql) {}

  execute({ patternId }: GetOffer): Promise<Offer | null> {
    return this.sql.row<Offer>(
      `select p.id as "patternId", p.status = 'published' as "forSale", p.price_cents as "priceCents", p.currency,
              (select coalesce(array_agg(f.id), '{}') from (
                 select distinct on (kind) id from pattern_files
                 where pattern_id = p.id and state = 'ready' order by kind, version desc) f) as "fileIds",
              coalesce(p.details->p.language->'licence', '${JSON.stringify(PRIVATE_USE)}') as licence
       from patterns p where p.id = $1`,
      [patternId],
    );
  }
}
