import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the section in the URL. The browser cannot do this, because the text loads after the page. */
export function useScrollToSection(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
