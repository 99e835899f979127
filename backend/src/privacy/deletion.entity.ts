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
    /** The session that requested the deletion. All other sessions are revoked. */
    sessionId: p.uuid().nullable(),
    confirmTokenHash: p.text(),
    undoTokenHash: p.text(),
    askedAt: p.datetime(),
    confirmBy: p.datetime().nullable(),
    requestedAt: p.datetime().nullable(),
    eraseAt: p.datetime().nullable(),
    undoneAt: p.datetime().nullable(),
    /** Start of the erasure. From then on, the deletion cannot be undone. */
    begunAt: p.datetime().nullable(),
    erasedAt: p.datetime().nullable(),
  }),
});

/**
 * The deletion of an account: asked (waits for confirmation) → requested → begun → erased. It can be undone before it
 * has begun.
 */
export class Deletion extends DeletionSchema.class {
  request(now: Date): void {
    this.requestedAt = now;
    this.eraseAt = new Date(now.getTime() + UNDO_DAYS * DAY);
  }

  /** @returns false when it cannot be undone because the erasure has begun */
  undo(now: Date): boolean {
    if (this.begunAt) return false;
    this.undoneAt ??= now;
    return true;
  }
}
DeletionSchema.setClass(Deletion);
