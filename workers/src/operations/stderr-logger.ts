import type { LoggerService } from '@nestjs/common';
import { toLoggedError } from '#backend/platform/telemetry/logging.js';
import { screenJson } from './screen-json.js';

/** Logs warnings and errors to stderr as lines of JSON, so that stdout contains only the result. */
export class StderrLogger implements LoggerService {
  log(): void {}

  warn(message: unknown, ...more: unknown[]): void {
    write('warn', message, more);
  }

  error(message: unknown, ...more: unknown[]): void {
    write('error', message, more);
  }
}

function write(level: string, message: unknown, more: unknown[]): void {
  const fields = typeof message === 'object' && message !== null ? message : { msg: message };
  const { err, ...rest } = fields as Record<string, unknown>;
  const line = { level, ...rest, ...(err !== undefined && { err: toLoggedError(err) }), more: more.filter(Boolean) };
  process.stderr.write(`${screenJson(line)}\n`);
}
