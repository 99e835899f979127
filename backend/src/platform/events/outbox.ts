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

/** A domain event in the outbox; the relay creates one job execution per reaction from it. */
export class OutboxEvent extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEvent);

@Injectable()
export class Outbox {
  constructor(private readonly em: EntityManager) {}

  /**
   * Saves an event. Call it in the transaction of the change that the event reports. The jobs of the event continue the
   * current trace.
   */
  record(event: DomainEvent): void {
    this.em.persist(
      this.em.create(OutboxEvent, {
        id: uuidv7(),
        type: event.type,
        payload: { ...event },
        traceParent: traceparent(),
        occurredAt: new Date(),
      }),
    );
  }
}
