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
export type DomainEventClass<E extends DomainEvent = DomainEvent> = {
  readonly type: string;
  readonly name: string;
} & (new (...args: any[]) => E);

/**
 * Creates the base class of an event whose fields are texts.
 * @param type the name on the wire
 * @param fields the names of the fields in the order of the constructor's parameters
 */
export function domainEvent<const Fields extends readonly string[]>(type: string, ...fields: Fields) {
  class Event extends DomainEvent {
    static override readonly type = type;

    constructor(...values: { [I in keyof Fields]: string }) {
      super();
      Object.assign(this, Object.fromEntries(fields.map((field, index) => [field, values[index]])));
    }
  }
  type Values = { readonly [Field in Fields[number]]: string };
  return Event as { readonly type: string } & (new (
    ...values: { [I in keyof Fields]: string }
  ) => DomainEvent & Values);
}
