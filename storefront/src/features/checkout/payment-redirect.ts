/** Whether Stripe's `redirect_status` means that the payment failed. A payment in progress has not failed. */
export function isFailedRedirect(status: string | null): boolean {
  return status !== null && !['succeeded', 'pending', 'processing'].includes(status);
}

/** Removes Stripe's parameters, so that the client secret does not stay in the browser history or in shared links. */
export function withoutPaymentParams(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete('payment_intent');
  rest.delete('payment_intent_client_secret');
  if (!isFailedRedirect(params.get('redirect_status'))) rest.delete('redirect_status');
  return rest;
}
