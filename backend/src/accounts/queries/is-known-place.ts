import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../platform/config.js';
import { Sql } from '../../platform/sql.js';
import { CONFIG } from '../../platform/tokens.js';
import { isKnownPlace } from '../known-places.js';

/** Whether the account with this address was used from the network of `ip`. */
export class IsKnownPlace extends Query<boolean> {
  constructor(
    readonly email: string,
    readonly ip: string,
  ) {
    super();
  }
}

@QueryHandler(IsKnownPlace)
export class IsKnownPlaceHandler implements IQueryHandler<IsKnownPlace> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ email, ip }: IsKnownPlace): Promise<boolean> {
    return isKnownPlace(email, ip, this.sql, this.config.tokenSecret);
  }
}
