import { SpanKind } from '@opentelemetry/api';
import { inSpan } from '../telemetry/spans.js';

type Next<Input, Output> = (input: Input) => Promise<Output>;

/** A step of the S3 client: a span for each command. Keys are left out, as some of them are told to nobody. */
export const storageSpan =
  <Input, Output>(next: Next<Input, Output>, { commandName = '' }: { commandName?: string }): Next<Input, Output> =>
  (input) =>
    inSpan(`S3 ${commandName.replace(/Command$/, '')}`, { kind: SpanKind.CLIENT }, () => next(input));
