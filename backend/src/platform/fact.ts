/**
 * Something that became true. Its fields travel as JSON through the outbox and the queue, so they hold ids only:
 * no personal data, no tokens. `type` is the name on the wire and never changes.
 */
export abstract class Fact {
  static readonly type: string;

  get type(): string {
    return (this.constructor as typeof Fact).type;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- a constructor of any shape
export type FactClass<F extends Fact = Fact> = { readonly type: string; readonly name: string } & (new (
  ...args: any[]
) => F);
