import { SpanKind } from '@opentelemetry/api';
import { inSpan } from '../telemetry/spans.js';

type Next<Input, Output> = (input: Input) => Promise<Output>;

/** Middleware of the S3 client: creates a span per command. Spans do not contain keys, because some keys are secret. */
export const storageSpan =
  <Input, Output>(next: Next<Input, Output>, { commandName = '' }: { commandName?: string }): Next<Input, Output> =>
  (input) =>
    inSpan(`S3 ${commandName.replace(/Command$/, '')}`, { kind: SpanKind.CLIENT }, () => next(input));
