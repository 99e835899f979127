import { defineEntity } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: p.uuid(),
    actorId: p.uuid().nullable(),
    action: p.text(),
    details: p.json<Record<string, string | number | boolean | null>>(),
    occurredAt: p.datetime(),
  }),
});

/** What was done to an account and by whom. The database refuses to change or delete a row. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

export interface Deed {
  /** Whose account it concerns; that user reads the entry. */
  userId: string;
  /** Who did it; null when the shop itself did. */
  actorId: string | null;
  /** `context.what-happened`, e.g. `accounts.password-changed`. */
  action: string;
  /** Ids and enumerations, never personal data: entries outlive the account. */
  details?: Record<string, string | number | boolean | null>;
}

@Injectable()
export class Audit {
  constructor(private readonly em: EntityManager) {}

  /** Saves the entry with the change itself: call it inside the same transaction. */
  record({ userId, actorId, action, details = {} }: Deed): void {
    const entry = { id: uuidv7(), userId, actorId, action, details, occurredAt: new Date() };
    this.em.persist(this.em.create(AuditEntry, entry));
  }
}
