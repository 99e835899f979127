import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMIT, type LimitedBy } from './limits.js';
import { getRefusalHeaders, Limits } from './limits.service.js';

/**
 * Counts requests to endpoints without `@Limit`, and all requests with an access token. It runs before the guards that read
 * the database. These guards refuse a request with an invalid token, so LimitsInterceptor, which runs after them, would not
 * count it.
 */
@Injectable()
export class LimitsGuard implements CanActivate {
  constructor(
    private readonly limits: Limits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const limitedBy = this.reflector.getAllAndOverride<LimitedBy | null | undefined>(LIMIT, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (limitedBy === null || (limitedBy && request.headers.authorization === undefined)) return true;
    try {
      await this.limits.admit(request.method === 'GET' ? 'read' : 'write', { ip: request.ip, account: null });
      return true;
    } catch (error) {
      void context.switchToHttp().getResponse<FastifyReply>().headers(getRefusalHeaders(error));
      throw error;
    }
  }
}
