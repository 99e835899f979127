/** Whether the `redirect_status` of Stripe means a failed payment; one that is still processed is not failed. */
export function isFailedRedirect(status: string | null): boolean {
  return status !== null && !['succeeded', 'pending', 'processing'].includes(status);
}

/** Removes the parameters of Stripe, above all the client secret, so that no history and no shared link contains them. */
export function withoutPaymentParams(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete('payment_intent');
  rest.delete('payment_intent_client_secret');
  if (!isFailedRedirect(params.get('redirect_status'))) rest.delete('redirect_status');
  return rest;
}
