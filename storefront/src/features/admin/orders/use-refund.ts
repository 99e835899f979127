import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin, type RefundForm } from '../../../api/admin';

/** Requests a refund, then reads the list again. Later responses tell whether Stripe has accepted the refund. */
export function useRefund(purchaseId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: RefundForm) => admin.refund(purchaseId, form),
    // An error can mean that the shown amounts are outdated.
    onSettled: () => queries.invalidateQueries({ queryKey: ['mine', 'admin'] }),
  });
}
