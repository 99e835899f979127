import { useMutation, useQueryClient } from '@tanstack/react-query';
import { purchases } from '../../api/purchases';
import { useLanguage } from '../language-path';

const reloadAfterMs = 1000;

interface PurchaseLink {
  purchaseId: string;
  token: string | null;
}

/**
 * Requests a presigned URL and opens it in a new tab. `variables` of the mutation is the id of the requested file, or
 * undefined for the main file. Reloads the purchases one second after the response, because the number of used downloads
 * has changed.
 */
export function useDownload({ purchaseId, token }: PurchaseLink) {
  const queries = useQueryClient();
  const language = useLanguage();
  return useMutation({
    mutationFn: async (file?: string) => {
      const currentToken = token ?? (await purchases.download(purchaseId, language)).downloadToken;
      return purchases.link(currentToken ?? purchaseId, file);
    },
    onSuccess: ({ downloadUrl }) => openLink(downloadUrl),
    onSettled: () => {
      setTimeout(() => void queries.invalidateQueries({ queryKey: ['mine'] }), reloadAfterMs);
    },
  });
}

/** Opens a file in a new tab. If the browser blocks the new tab, this tab downloads the file and keeps its page. */
export function openLink(url: string): void {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  else window.location.assign(url);
}
