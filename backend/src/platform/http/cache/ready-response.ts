import { applyDecorators, Header } from '@nestjs/common';
import { BareAnswer } from '../envelope.interceptor.js';

/** The answer's JSON is written by PostgreSQL and passed on as text: nobody parses it only to write it again. */
export const ReadyResponse = () =>
  applyDecorators(BareAnswer(), Header('content-type', 'application/json; charset=utf-8'));

/** @param data JSON text */
export const enveloped = (data: string): string => `{"success":true,"data":${data}}`;
