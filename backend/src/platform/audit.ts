import { defineEntity } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: p.uuid().nullable(),
    actorId: p.uuid().nullable(),
    byOperator: p.boolean().default(false),
    action: p.text(),
    details: p.json<Record<string, string | number | boolean | null>>(),
    occurredAt: p.datetime(),
  }),
});

/** What was done to an account, or by an operator, and by whom. The database refuses to change or delete a row. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

export interface Deed {
  /** Whose account it concerns; that user reads the entry. Null for what operators do to the shop. */
  userId: string | null;
  /** Who did it; null when the shop itself did, or somebody by the operators' tool. */
  actorId: string | null;
  /** By the operators' tool: whoever may run it on the shop's machines needs no account. */
  byOperator?: boolean;
  /** `context.what-happened`, e.g. `accounts.password-changed`. */
  action: string;
  /** Ids and enumerations, never personal data: entries outlive the account. */
  details?: Record<string, string | number | boolean | null>;
}

@Injectable()
export class Audit {
  constructor(private readonly em: EntityManager) {}

  /** Saves the entry with the change itself: call it inside the same transaction. */
  record({ userId, actorId, byOperator = false, action, details = {} }: Deed): void {
    const entry = { id: uuidv7(), userId, actorId, byOperator, action, details, occurredAt: new Date() };
    this.em.persist(this.em.create(AuditEntry, entry));
  }
}
