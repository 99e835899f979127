import { defineEntity } from '@mikro-orm/core';
import { UNDO_DAYS } from '../platform/shop-rules.js';

/** Lifetime of the link in the confirmation mail, in milliseconds. */
export const CONFIRM_MS = 60 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

const DeletionSchema = defineEntity({
  name: 'Deletion',
  tableName: 'deletions',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** The session that stayed open; null when all sessions ended. Only workers of the previous version read it. */
    sessionId: p.uuid().nullable(),
    confirmTokenHash: p.text(),
    undoTokenHash: p.text(),
    createdAt: p.datetime().fieldName('asked_at'),
    /** Expiry of the link in the confirmation mail; null when the user entered the password. */
    confirmationExpiresAt: p.datetime().nullable().fieldName('confirm_by'),
    /** When the user confirmed the deletion by password or by mail; null until then. */
    requestedAt: p.datetime().nullable(),
    eraseAt: p.datetime().nullable(),
    /** When the deletion was undone, or when its confirmation link ended because of another request. */
    undoneAt: p.datetime().nullable(),
    /** Start of the erasure. From then on, the deletion cannot be undone. */
    begunAt: p.datetime().nullable(),
    erasedAt: p.datetime().nullable(),
  }),
});

/**
 * The deletion of an account: created (waits for the confirmation by mail) → requested → begun → erased. The owner can undo
 * it until the erasure begins.
 */
export class Deletion extends DeletionSchema.class {
  /** Sets the time of the erasure. Call it when the deletion is confirmed. */
  request(now: Date, keptSessionId: string | null): void {
    this.requestedAt = now;
    this.sessionId = keptSessionId;
    this.eraseAt = new Date(now.getTime() + UNDO_DAYS * DAY);
  }
}
DeletionSchema.setClass(Deletion);
