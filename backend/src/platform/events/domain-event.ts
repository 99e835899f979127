/**
 * A domain event. Its fields travel as JSON through the outbox and the queue, so they contain ids only: no personal
 * data, no tokens. `type` is the name on the wire and never changes.
 */
export abstract class DomainEvent {
  static readonly type: string;

  get type(): string {
    return (this.constructor as typeof DomainEvent).type;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- a constructor of any shape
export type DomainEventClass<F extends DomainEvent = DomainEvent> = {
  readonly type: string;
  readonly name: string;
} & (new (...args: any[]) => F);
