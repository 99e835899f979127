/** Whether the card provider's redirect_status means a failed payment; one still under way is waited for. */
export function turnedBack(status: string | null): boolean {
  return status !== null && !['succeeded', 'pending', 'processing'].includes(status);
}

/** What the card provider adds to the address, its secret above all, stays neither in the history nor in a link passed on. */
export function withoutPayment(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete('payment_intent');
  rest.delete('payment_intent_client_secret');
  if (!turnedBack(params.get('redirect_status'))) rest.delete('redirect_status');
  return rest;
}
