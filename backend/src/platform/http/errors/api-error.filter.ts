import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTransient } from '../../database/lost-connection.js';
import { ApiError } from '../../api-error.js';

const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

/**
 * Maps every thrown value to the documented error envelope. An unexpected error is logged and becomes a 500 without details,
 * or a 503 when a retry can succeed.
 */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const apiError = this.toApiError(error, request);
    if (apiError.retryAfterSeconds) void reply.header('retry-after', String(apiError.retryAfterSeconds));
    if (apiError.status === 401) void reply.header('www-authenticate', 'Bearer');
    const { status, code, message, details, extra } = apiError;
    void reply
      .status(status)
      .header('cache-control', 'no-store')
      .send({ success: false, message, code, error: { code, message, ...(details && { details }), ...extra } });
  }

  private toApiError(error: unknown, request: FastifyRequest): ApiError {
    if (error instanceof ApiError) return error;
    if (error instanceof HttpException) {
      const status = error.getStatus();
      if (status < 500)
        return new ApiError(status, CODES[status] ?? 'BAD_REQUEST', toPublicMessage(status, error.message));
    }
    const { statusCode } = error as { statusCode?: number };
    if (statusCode && statusCode >= 400 && statusCode < 500) {
      return new ApiError(
        statusCode,
        CODES[statusCode] ?? 'BAD_REQUEST',
        toPublicMessage(statusCode, (error as Error).message),
      );
    }
    this.logger.error({ err: error, route: request.routeOptions?.url }, 'request failed');
    if (isTransient(error)) {
      return new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 1);
    }
    return new ApiError(500, 'INTERNAL', 'Server error. Please try again later.');
  }
}

/** Replaces messages of the framework that contain the requested path or details of a parser. */
function toPublicMessage(status: number, message: string): string {
  if (status === 401) return 'You are not authorized to perform this action.';
  if (status === 404) return 'The requested resource was not found.';
  if (status === 400 && /JSON/i.test(message)) return 'The body is not valid JSON.';
  return message;
}
