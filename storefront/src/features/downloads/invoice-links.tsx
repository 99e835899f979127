import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Invoice, purchases } from '../../api/purchases';
import type { Purchase } from '../../api/types';
import { errorMessage } from '../../lib/errors/error-message';
import { openLink } from '../../lib/hooks/use-download';
import styles from './downloads.module.css';

/**
 * Buttons for the invoice and the cancellation invoice of a purchase. A presigned URL is valid for a minute, so each click
 * requests a new URL.
 */
export function InvoiceLinks({ purchase: { id, status, amountCents } }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const opening = useMutation({
    mutationFn: async (kind: Invoice['kind']) => {
      const found = (await purchases.invoices(id)).find((invoice) => invoice.kind === kind);
      if (found) openLink(found.downloadUrl);
      return found ?? null;
    },
  });
  if (amountCents === 0 || (status !== 'paid' && status !== 'refunded')) return null;
  const kinds = status === 'refunded' ? (['invoice', 'cancellation'] as const) : (['invoice'] as const);
  return (
    <>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="link-button"
          disabled={opening.isPending}
          onClick={() => opening.mutate(kind)}
        >
          {t(`downloads:invoice.${kind}`)}
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
