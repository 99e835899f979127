import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, from, mergeMap, type Observable, switchMap } from 'rxjs';
import type { Config } from '../../config/config.js';
import { ApiError } from '../../api-error.js';
import { Sql } from '../../database/sql.js';
import { CONFIG } from '../../tokens.js';
import { LIMIT, type LimitedBy } from './limits.js';
import { type Admission, getRefusalHeaders, Limits } from './limits.service.js';
import type { Viewer } from '../viewer.js';

/**
 * Counts requests to endpoints with `@Limit`. Runs after the guards, which set the viewer, and before the body is validated.
 */
@Injectable()
export class LimitsInterceptor implements NestInterceptor {
  constructor(
    private readonly limits: Limits,
    private readonly reflector: Reflector,
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: Viewer }>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const limitedBy = this.reflector.getAllAndOverride<LimitedBy | null | undefined>(LIMIT, [
      context.getHandler(),
      context.getClass(),
    ]);
    // LimitsGuard has counted the request.
    if (!limitedBy) return next.handle();
    const { flow, findAccount, isKnownPlace } = limitedBy;
    const account = findAccount ? await findAccount(request, this.sql) : (request.user?.id ?? null);
    const knownPlace = (await isKnownPlace?.(request, this.sql, this.config.tokenSecret)) ?? false;
    try {
      const admission = await this.limits.admit(flow, { ip: request.ip, account, knownPlace });
      void reply.headers(admission.headers);
      return settleBeforeResponse(next.handle(), admission);
    } catch (error) {
      void reply.headers(getRefusalHeaders(error));
      throw error;
    }
  }
}

/** Updates the counts before the response is sent, so that an immediately following request reads the new counts. */
function settleBeforeResponse(responses: Observable<unknown>, admission: Admission): Observable<unknown> {
  return responses.pipe(
    mergeMap(async (response: unknown) => {
      await admission.succeeded();
      return response;
    }),
    catchError((error: unknown) =>
      from(settleError(error, admission)).pipe(
        switchMap(() => {
          throw error;
        }),
      ),
    ),
  );
}

/** Errors that only occur after a correct password, so they are not failed attempts. */
const PASSWORD_CORRECT = new Set(['SECOND_FACTOR_REQUIRED', 'ACCOUNT_SUSPENDED']);

async function settleError(error: unknown, admission: Admission): Promise<void> {
  if (!isAttempt(error)) await admission.refund();
  else if (PASSWORD_CORRECT.has(error.code)) await admission.succeeded();
  else if (error.code !== 'WRONG_PASSWORD') await admission.hadNoWrongPassword();
}

/** Invalid input and server errors are not attempts. */
function isAttempt(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.code !== 'VALIDATION_FAILED';
}
