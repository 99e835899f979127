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

/** An action on an account or on the shop itself. A trigger rejects updates and deletes. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

export interface AuditRecord {
  /** The account that the action concerns; its owner can read the entry. Null for actions on the shop itself. */
  userId: string | null;
  /** The account that acted; null when the shop itself or the operators' tool acted. */
  actorId: string | null;
  /** The action came from the operators' tool, which runs on the shop's machines without an account. */
  byOperator?: boolean;
  /** `context.event-name`, e.g. `accounts.password-changed`. */
  action: string;
  /** Ids, numbers and values of enumerations, never personal data: entries outlive the account. */
  details?: Record<string, string | number | boolean | null>;
}

@Injectable()
export class Audit {
  constructor(private readonly em: EntityManager) {}

  /** Call it in the transaction of the audited change, so that both are saved or neither is. */
  record({ userId, actorId, byOperator = false, action, details = {} }: AuditRecord): void {
    const entry = { id: uuidv7(), userId, actorId, byOperator, action, details, occurredAt: new Date() };
    this.em.persist(this.em.create(AuditEntry, entry));
  }
}
