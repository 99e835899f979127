import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Sql } from '../../database/sql.js';
import type { Flow } from './limits-rules.js';

/** Whom the limits per account count, where that is not the account that is signed in. */
export type AccountOf = (
  request: FastifyRequest & { user?: { id: string } },
  sql: Sql,
) => string | null | Promise<string | null>;

/** Whether the owner of the account that is counted has signed in from the place of this request. */
export type IsKnownPlace = (request: FastifyRequest, sql: Sql, tokenSecret: string) => Promise<boolean>;

export interface LimitedBy {
  flow: Flow;
  accountOf?: AccountOf | undefined;
  isKnownPlace?: IsKnownPlace | undefined;
}

export const LIMIT = 'limit';

/** Puts a call under the limits of a flow (limits-rules.ts); without it, the ones for reading and writing hold. */
export const Limit = (flow: Flow, accountOf?: AccountOf, isKnownPlace?: IsKnownPlace) =>
  applyDecorators(SetMetadata(LIMIT, { flow, accountOf, isKnownPlace } satisfies LimitedBy));

/** For machines that may not be sent away: the card provider's reports and health checks. */
export const Unlimited = () => applyDecorators(SetMetadata(LIMIT, null));
