import type { LoggerService } from '@nestjs/common';
import { loggedError } from '#backend/platform/telemetry/logging.js';
import { screenJson } from './screen-json.js';

/** Warnings and errors go where they do not mix with what was asked for, one JSON line each; the rest is left out. */
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
  const line = { level, ...rest, ...(err !== undefined && { err: loggedError(err) }), more: more.filter(Boolean) };
  process.stderr.write(`${screenJson(line)}\n`);
}
