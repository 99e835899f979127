import { useLocation, useNavigate } from 'react-router-dom';
import type { Language } from '../../api/types';
import { pathIn } from '../../lib/language-path';
import { useSaveLanguage } from '../../lib/hooks/use-save-language';

/** Returns a function that stores a language and shows the current screen in that language. */
export function useChooseLanguage(): (language: Language) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const save = useSaveLanguage();
  return (language) => {
    save(language);
    void navigate(pathIn(language, pathname) + search + hash, { preventScrollReset: true });
  };
}
