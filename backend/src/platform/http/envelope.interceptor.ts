import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';

const WITHOUT_ENVELOPE = 'without-envelope';

/** Sends the response of an endpoint without the envelope, for documents that are not part of the JSON API. */
export const WithoutEnvelope = () => SetMetadata(WITHOUT_ENVELOPE, true);

/** Wraps every response as `{ success: true, data }`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.getAllAndOverride(WITHOUT_ENVELOPE, [context.getHandler(), context.getClass()]))
      return next.handle();
    return next.handle().pipe(map((data: unknown) => ({ success: true, data: data ?? {} })));
  }
}
