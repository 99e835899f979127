import { useLocation, useNavigate } from 'react-router-dom';
import type { Language } from '../../api/types';
import { pathIn } from '../../lib/language-path';
import { useKeepLanguage } from '../../lib/hooks/use-keep-language';

/** Remembers the language and shows this screen in it. */
export function useChooseLanguage(): (language: Language) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const keep = useKeepLanguage();
  return (language) => {
    keep(language);
    void navigate(pathIn(language, pathname) + search + hash, { preventScrollReset: true });
  };
}
