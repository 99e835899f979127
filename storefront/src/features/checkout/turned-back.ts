/** Whether the card provider's redirect_status means a failed payment; one still under way is waited for. */
export function turnedBack(status: string | null): boolean {
  return status !== null && !['succeeded', 'pending', 'processing'].includes(status);
}
