import { applyDecorators, Header } from '@nestjs/common';
import { WithoutEnvelope } from '../envelope.interceptor.js';

/** PostgreSQL writes the response's JSON, which is sent as text without parsing. */
export const ReadyResponse = () =>
  applyDecorators(WithoutEnvelope(), Header('content-type', 'application/json; charset=utf-8'));

/** @param data JSON text */
export const enveloped = (data: string): string => `{"success":true,"data":${data}}`;
