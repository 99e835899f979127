import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';

const BARE = 'bare-answer';

/** Leaves an answer as it is, for documents that are not part of the JSON API. */
export const BareAnswer = () => SetMetadata(BARE, true);

/** Wraps every answer as `{ success: true, data }`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.getAllAndOverride(BARE, [context.getHandler(), context.getClass()])) return next.handle();
    return next.handle().pipe(map((data: unknown) => ({ success: true, data: data ?? {} })));
  }
}
