import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Invoice, purchases } from '../../api/purchases';
import type { Purchase } from '../../api/types';
import { errorMessage } from '../../lib/errors/error-message';
import { openLink } from '../../lib/hooks/use-download';
import styles from './downloads.module.css';

type Document = Pick<Invoice, 'kind'> & Partial<Pick<Invoice, 'number'>>;

/**
 * Buttons for the invoice of a purchase and the documents of its refunds. A presigned URL is valid for a minute, so each
 * click requests a new URL.
 */
export function InvoiceLinks({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const { id, status, amountCents } = purchase;
  const documents = useDocuments(purchase);
  const opening = useMutation({
    mutationFn: async ({ kind, number }: Document) => {
      const found = (await purchases.invoices(id)).find(
        (invoice) => invoice.kind === kind && (!number || invoice.number === number),
      );
      if (found) openLink(found.downloadUrl);
      return found ?? null;
    },
  });
  if (amountCents === 0 || (status !== 'paid' && status !== 'refunded')) return null;
  return (
    <>
      {documents.map(({ kind, number }) => (
        <button
          key={number ?? kind}
          type="button"
          className="link-button"
          disabled={opening.isPending}
          onClick={() => opening.mutate({ kind, number })}
        >
          {t(`downloads:invoice.${kind}`, { number })}
        </button>
      ))}
      <output className={styles.answer}>
        {opening.isPending && t('downloads:invoice.opening')}
        {opening.isError && errorMessage(t, opening.error, t('downloads:invoice.failed'))}
        {opening.data === null && t('downloads:invoice.none')}
      </output>
    </>
  );
}

/** The invoice; after a refund also what the server lists, because there is one document for each part that was refunded. */
function useDocuments({ id, refundedCents }: Purchase): Document[] {
  const { data } = useQuery({
    queryKey: ['mine', 'invoices', id, refundedCents],
    queryFn: () => purchases.invoices(id),
    enabled: refundedCents > 0,
    // The server answers with an error until it has written all documents.
    refetchInterval: ({ state }) => (state.data ? false : 3000),
  });
  return data?.length ? data : [{ kind: 'invoice' }];
}
