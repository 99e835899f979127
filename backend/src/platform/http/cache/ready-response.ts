import { applyDecorators, Header } from '@nestjs/common';
import { WithoutEnvelope } from '../envelope.interceptor.js';

/** For endpoints whose JSON text comes from PostgreSQL: the API sends the text without parsing it. */
export const ReadyResponse = () =>
  applyDecorators(WithoutEnvelope(), Header('content-type', 'application/json; charset=utf-8'));

/** @param data JSON text */
export const enveloped = (data: string): string => `{"success":true,"data":${data}}`;
