import { useMutation, useQueryClient } from '@tanstack/react-query';
import { purchases } from '../../api/purchases';
import { useLanguage } from '../language-path';

const reloadAfterMs = 1000;

interface Grant {
  purchaseId: string;
  token: string | null;
}

/**
 * Requests a presigned URL and opens it in a new tab. `variables` of the mutation is the requested file, or undefined for
 * the main file. Reloads the purchases one second later, because the download changes their counts.
 */
export function useDownload({ purchaseId, token }: Grant) {
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

/** Opens a file in a new tab, or in this one if the browser refuses. The page stays, because the file is an attachment. */
export function openLink(url: string): void {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  else window.location.assign(url);
}
