/**
 * @returns the response of a bucket without rules
 * @throws every other error
 */
export function noneIfMissing(error: unknown): { CORSRules?: [] } {
  if (isMissing(error)) return {};
  throw error;
}

/** Whether the storage responded 404: no such object, bucket or rule. */
export function isMissing(error: unknown): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
}
