import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { shopConfig } from '../../api/config';
import { pathIn, screenPath, useLanguage } from '../../lib/language-path';

interface PageHeadProps {
  title: string;
  description?: string;
  image?: string;
  /** The canonical path without a language prefix; by default the current one. */
  path?: string;
  /** Excludes the screen from search engines. */
  hidden?: boolean;
}

/** Title, description, canonical URL and language versions of a screen. */
export function PageHead({ title, description, image, path, hidden }: PageHeadProps) {
  const language = useLanguage();
  const { pathname } = useLocation();
  const bare = path ?? screenPath(pathname);
  const { publicUrl, shopName } = shopConfig();
  const origin = publicUrl.replace(/\/$/, '') || window.location.origin;
  const full = title.includes(shopName) ? title : `${title} – ${shopName}`;
  useEffect(() => {
    document.title = full;
  }, [full]);
  return (
    <>
      <title>{full}</title>
      {description && <meta name="description" content={description} />}
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={origin + pathIn(language, bare)} />
          <link rel="alternate" hrefLang="de" href={origin + pathIn('de', bare)} />
          <link rel="alternate" hrefLang="en" href={origin + pathIn('en', bare)} />
          <link rel="alternate" hrefLang="x-default" href={origin + pathIn('de', bare)} />
          <meta property="og:title" content={full} />
          <meta property="og:url" content={origin + pathIn(language, bare)} />
          {description && <meta property="og:description" content={description} />}
          {image && <meta property="og:image" content={new URL(image, origin).href} />}
        </>
      )}
    </>
  );
}
