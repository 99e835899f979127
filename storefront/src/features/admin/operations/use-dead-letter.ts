import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error';
import { operations } from '../../../api/operations';

/** The outcome of an action on dead letters. */
export type Outcome =
  | { kind: 'replayed' | 'discarded'; eventId: string; job: string }
  /** Another user acted first. `error` is the server's refusal, or null when the request changed nothing. */
  | { kind: 'overtaken'; job: string; error: unknown }
  | { kind: 'all'; job: string; replayed: number; remaining: number };

/** Replays a dead letter, or discards it with a reason. The lists are fetched again after success and after failure. */
export function useDeadLetter(eventId: string, job: string, onOutcome: (outcome: Outcome) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ discardFor }: { discardFor?: string }) =>
      discardFor === undefined ? operations.replay(eventId, job) : operations.discard(eventId, job, discardFor),
    onSuccess: ({ changed }, { discardFor }) => {
      const kind = discardFor === undefined ? 'replayed' : 'discarded';
      onOutcome(changed ? { kind, eventId, job } : { kind: 'overtaken', job, error: null });
    },
    onError: (error) => {
      if (wasOvertaken(error)) onOutcome({ kind: 'overtaken', job, error });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['mine', 'admin'] }),
  });
}

export const wasOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404);
