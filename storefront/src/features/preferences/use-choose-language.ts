import { useLocation, useNavigate } from 'react-router-dom';
import { accounts } from '../../api/calls';
import type { Language } from '../../api/types';
import { storeLanguage } from '../../i18n/detect-language';
import { pathIn } from '../../lib/language-path';
import { useSession } from '../../lib/session';

/** Stores the language, for the mails too when somebody is signed in, and shows this screen in it. */
export function useChooseLanguage(): (language: Language) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const { user, updateUser } = useSession();
  return (language) => {
    storeLanguage(language);
    if (user && user.language !== language) {
      // The next choice repeats a call that is lost.
      accounts.chooseLanguage(language).then(
        () => updateUser({ ...user, language }),
        () => undefined,
      );
    }
    void navigate(pathIn(language, pathname) + search + hash, { preventScrollReset: true });
  };
}
