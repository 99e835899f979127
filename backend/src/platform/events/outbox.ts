import { defineEntity } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { DomainEvent } from './domain-event.js';
import { traceparent } from '../telemetry/spans.js';

const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  tableName: 'outbox_events',
  properties: (p) => ({
    id: p.uuid().primary(),
    type: p.text(),
    payload: p.json<Record<string, unknown>>(),
    traceParent: p.text().nullable(),
    occurredAt: p.datetime(),
    relayedAt: p.datetime().nullable(),
  }),
});

/** A fact on its way to the workers; the relay turns it into one delivery per reaction. */
export class OutboxEvent extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEvent);

@Injectable()
export class Outbox {
  constructor(private readonly em: EntityManager) {}

  /** Saves the fact with the change that made it true: call it inside the same transaction. What it leads to goes on with the trace. */
  record(fact: DomainEvent): void {
    this.em.persist(
      this.em.create(OutboxEvent, {
        id: uuidv7(),
        type: fact.type,
        payload: { ...fact },
        traceParent: traceparent(),
        occurredAt: new Date(),
      }),
    );
  }
}
