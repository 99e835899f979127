import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Sql } from '../../database/sql.js';
import type { Flow } from './limits-rules.js';

/** Finds the account for limits per account, for endpoints where this is not the account of the signed-in user. */
export type FindAccount = (
  request: FastifyRequest & { user?: { id: string } },
  sql: Sql,
) => string | null | Promise<string | null>;

/** Whether the account was used from the network of this request before. */
export type IsKnownPlace = (request: FastifyRequest, sql: Sql, tokenSecret: string) => Promise<boolean>;

export interface LimitedBy {
  flow: Flow;
  findAccount?: FindAccount | undefined;
  isKnownPlace?: IsKnownPlace | undefined;
}

export const LIMIT = 'limit';

/** Applies the limits of a flow (limits-rules.ts) to an endpoint. Endpoints without it have the flow `read` or `write`. */
export const Limit = (flow: Flow, findAccount?: FindAccount, isKnownPlace?: IsKnownPlace) =>
  applyDecorators(SetMetadata(LIMIT, { flow, findAccount, isKnownPlace } satisfies LimitedBy));

/** Disables all limits, for endpoints that machines call: Stripe webhooks and health checks. */
export const Unlimited = () => applyDecorators(SetMetadata(LIMIT, null));
