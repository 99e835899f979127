import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error';
import { operations } from '../../../api/operations';

/** The outcome of an action. */
export type Outcome =
  | { kind: 'replayed' | 'discarded'; eventId: string; job: string }
  /** Another administrator acted first. `error` is the server's refusal, or null when the request changed nothing. */
  | { kind: 'overtaken'; job: string; error: unknown }
  /** A request to replay all dead letters of a job. `remaining`: how many are left for the next request. */
  | { kind: 'all'; job: string; replayed: number; remaining: number };

/** Replays or discards a dead letter. The lists are fetched again after success and after failure. */
export function useDeadLetter(eventId: string, job: string, onOutcome: (outcome: Outcome) => void) {
  const queries = useQueryClient();
  return useMutation({
    /** @param discardReason the reason for a discard; null replays the dead letter */
    mutationFn: (discardReason: string | null) =>
      discardReason === null ? operations.replay(eventId, job) : operations.discard(eventId, job, discardReason),
    onSuccess: ({ changed }, discardReason) => {
      const kind = discardReason === null ? 'replayed' : 'discarded';
      onOutcome(changed ? { kind, eventId, job } : { kind: 'overtaken', job, error: null });
    },
    onError: (error) => {
      if (wasOvertaken(error)) onOutcome({ kind: 'overtaken', job, error });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['mine', 'admin'] }),
  });
}

/** Whether the server refused because the job execution is no longer a dead letter (409), or the event is gone (404). */
export const wasOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404);
