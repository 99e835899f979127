import { defineEntity } from '@mikro-orm/core';

/** Whoever wants their account deleted may think again for this long. */
export const UNDO_DAYS = 7;
/** The link of the confirmation mail works this long. */
export const CONFIRM_MS = 60 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

const DeletionSchema = defineEntity({
  name: 'Deletion',
  tableName: 'deletions',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** Where it was asked for; the only session that stays open. */
    sessionId: p.uuid().nullable(),
    confirmTokenHash: p.text(),
    undoTokenHash: p.text(),
    askedAt: p.datetime(),
    confirmBy: p.datetime().nullable(),
    requestedAt: p.datetime().nullable(),
    eraseAt: p.datetime().nullable(),
    undoneAt: p.datetime().nullable(),
    /** From here on there is no way back. */
    begunAt: p.datetime().nullable(),
    erasedAt: p.datetime().nullable(),
  }),
});

/** The wish to have an account deleted: asked → requested → begun → erased, or undone before it has begun. */
export class Deletion extends DeletionSchema.class {
  request(now: Date): void {
    this.requestedAt = now;
    this.eraseAt = new Date(now.getTime() + UNDO_DAYS * DAY);
  }

  /** @returns false when it is too late */
  undo(now: Date): boolean {
    if (this.begunAt) return false;
    this.undoneAt ??= now;
    return true;
  }
}
DeletionSchema.setClass(Deletion);
