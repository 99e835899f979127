import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../platform/language.js';
import { EXPORT_DAYS } from '../platform/shop-rules.js';

/** Minimum time between two requests of a user for an archive, in milliseconds. */
export const EXPORT_PAUSE_MS = 24 * 60 * 60 * 1000;
/** A request ends after this many failed attempts; the user can then request another archive. */
const MAX_FAILURES = 4;
const DAY = 24 * 60 * 60 * 1000;

const STATES = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;

const ExportRequestSchema = defineEntity({
  name: 'ExportRequest',
  tableName: 'export_requests',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: p.uuid(),
    language: p.text().$type<Language>(),
    state: p.text().$type<(typeof STATES)[number]>(),
    failures: p.integer().default(0),
    requestedAt: p.datetime(),
    startedAt: p.datetime().nullable(),
    readyAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    bytes: p.bigint('number').nullable(),
  }),
});

/**
 * A request for an archive: queued → running → ready → expired. A queued or running request becomes failed after its last
 * attempt, and cancelled when the owner requests the deletion of the account or when the job of the request no longer runs.
 */
export class ExportRequest extends ExportRequestSchema.class {
  isOpen(): boolean {
    return this.state === 'queued' || this.state === 'running';
  }

  /** @returns false when the request has already ended */
  start(now: Date): boolean {
    if (!this.isOpen()) return false;
    this.state = 'running';
    this.startedAt = now;
    return true;
  }

  /**
   * Records that the archive is stored.
   * @returns false when the request is not running, e.g. after a cancellation; the caller must then delete the archive
   */
  markReady(bytes: number, now: Date): boolean {
    if (this.state === 'ready') return true;
    if (this.state !== 'running') return false;
    this.state = 'ready';
    this.bytes = bytes;
    this.readyAt = now;
    this.expiresAt = new Date(now.getTime() + EXPORT_DAYS * DAY);
    return true;
  }

  /** Counts a failed attempt. @returns true when it was the last attempt, so that the request is now `failed` */
  fail(): boolean {
    if (!this.isOpen()) return false;
    this.failures += 1;
    if (this.failures < MAX_FAILURES) return false;
    this.state = 'failed';
    return true;
  }

  cancel(): void {
    if (this.isOpen()) this.state = 'cancelled';
  }
}
ExportRequestSchema.setClass(ExportRequest);
