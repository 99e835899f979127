/**
 * Handles the error for a bucket without CORS rules.
 * @returns a response without rules
 * @throws every other error unchanged
 */
export function toNoRules(error: unknown): { CORSRules?: [] } {
  if (isMissing(error)) return {};
  throw error;
}

/** Whether the storage responded 404: no such object, bucket or rule. */
export function isMissing(error: unknown): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
}
