import { ownAccount } from '../../api/calls';
import type { Language } from '../../api/types';
import { storeLanguage } from '../../i18n/detect-language';
import { useSession } from '../session';

/** Stores the chosen language in the browser, and for a signed-in user also in the account, as the language of the mails. */
export function useSaveLanguage(): (language: Language) => void {
  const { user, updateUser } = useSession();
  return (language) => {
    storeLanguage(language);
    if (!user || user.language === language) return;
    // A failed request is ignored. The next choice sends a new request.
    ownAccount.chooseLanguage(language).then(
      (saved) => updateUser({ id: user.id, language: saved.language }),
      () => undefined,
    );
  };
}
