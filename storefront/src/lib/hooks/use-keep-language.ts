import { accounts } from '../../api/calls';
import type { Language } from '../../api/types';
import { storeLanguage } from '../../i18n/detect-language';
import { useSession } from '../session';

/** Remembers a language that was chosen, here and, for the mails, in the account of whoever is signed in. */
export function useKeepLanguage(): (language: Language) => void {
  const { user, updateUser } = useSession();
  return (language) => {
    storeLanguage(language);
    if (!user || user.language === language) return;
    // If this call is lost, the next choice repeats it.
    accounts.chooseLanguage(language).then(
      (kept) => updateUser({ id: user.id, language: kept.language }),
      () => undefined,
    );
  };
}
