import { accounts } from '../../api/calls';
import type { Language } from '../../api/types';
import { storeLanguage } from '../../i18n/detect-language';
import { useSession } from '../session';

/** Stores the chosen language in the browser and, for the mails, in the account of the signed-in user. */
export function useSaveLanguage(): (language: Language) => void {
  const { user, updateUser } = useSession();
  return (language) => {
    storeLanguage(language);
    if (!user || user.language === language) return;
    // A failed request is not retried; the next choice sends it again.
    accounts.chooseLanguage(language).then(
      (kept) => updateUser({ id: user.id, language: kept.language }),
      () => undefined,
    );
  };
}
