import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { ErrorAnswer } from '../errors/error-answer.js';

/** Documents an endpoint and its enveloped response, and sets the status of the response. */
export const Endpoint = (summary: string, status: number, model?: Type) =>
  applyDecorators(ApiOperation({ summary }), EnvelopedResponse(status, model));

/** Documents an enveloped response and sets its status. */
export function EnvelopedResponse(status: number, model?: Type): MethodDecorator & ClassDecorator {
  return applyDecorators(
    HttpCode(status),
    ...(model ? [ApiExtraModels(model)] : []),
    ApiResponse({
      status,
      description: STATUS_CODES[status],
      schema: {
        type: 'object',
        required: ['success', 'data'],
        properties: {
          success: { type: 'boolean', enum: [true] },
          data: model ? { $ref: getSchemaPath(model) } : { type: 'object' },
        },
      },
    }),
  );
}

/** Documents the errors of an endpoint. @param codes `STATUS CODE` pairs, e.g. `404 PATTERN_NOT_FOUND` */
export function Fails(...codes: `${number} ${string}`[]): MethodDecorator {
  const byStatus = new Map<number, string[]>();
  for (const pair of codes) {
    const [status, code] = pair.split(' ') as [string, string];
    byStatus.set(Number(status), [...(byStatus.get(Number(status)) ?? []), code]);
  }
  return applyDecorators(...[...byStatus].map(([status, list]) => ApiResponse(failure(status, ...list))));
}

/** Documents one error status and its most frequent codes. Clients must expect other codes too. */
export function failure(status: number, ...codes: string[]) {
  return { status, description: codes.join(', '), schema: { $ref: getSchemaPath(ErrorAnswer) } };
}
