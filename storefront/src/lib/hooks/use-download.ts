import { useMutation, useQueryClient } from '@tanstack/react-query';
import { purchases } from '../../api/purchases';
import { useLanguage } from '../language-path';

const reloadAfterMs = 1000;

interface Grant {
  purchaseId: string;
  token: string | null;
}

/**
 * Requests a presigned URL and opens it in a new tab. `variables` is the file in progress, undefined for the main file.
 * The purchase list reloads one second later, so that its counts are right.
 */
export function useDownload({ purchaseId, token }: Grant) {
  const queries = useQueryClient();
  const language = useLanguage();
  return useMutation({
    mutationFn: async (file?: string) => {
      const known = token ?? (await purchases.download(purchaseId, language)).downloadToken;
      return purchases.link(known ?? purchaseId, file);
    },
    onSuccess: ({ downloadUrl }) => openLink(downloadUrl),
    onSettled: () => {
      setTimeout(() => void queries.invalidateQueries({ queryKey: ['mine'] }), reloadAfterMs);
    },
  });
}

/** A browser that refuses a new tab loads the file in this one: it is an attachment, so the page stays. */
export function openLink(url: string): void {
  const tab = window.open(url, '_blank');
  if (tab) tab.opener = null;
  else window.location.assign(url);
}
