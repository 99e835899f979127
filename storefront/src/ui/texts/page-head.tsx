import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { shopConfig } from '../../api/config';
import { pathIn, screenPath, useLanguage } from '../../lib/language-path';

interface PageHeadProps {
  title: string;
  description?: string;
  image?: string;
  /** The canonical path without language prefix. The default is the current path. */
  path?: string;
  /** Excludes the screen from search engines. */
  noindex?: boolean;
}

/** Sets title, description, canonical URL and language versions of a screen in the head of the page. */
export function PageHead({ title, description, image, path, noindex }: PageHeadProps) {
  const language = useLanguage();
  const { pathname } = useLocation();
  const canonicalPath = path ?? screenPath(pathname);
  const { publicUrl, shopName } = shopConfig();
  const origin = publicUrl.replace(/\/$/, '') || window.location.origin;
  const fullTitle = title.includes(shopName) ? title : `${title} – ${shopName}`;
  useEffect(() => {
    document.title = fullTitle;
  }, [fullTitle]);
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {noindex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={origin + pathIn(language, canonicalPath)} />
          <link rel="alternate" hrefLang="de" href={origin + pathIn('de', canonicalPath)} />
          <link rel="alternate" hrefLang="en" href={origin + pathIn('en', canonicalPath)} />
          <link rel="alternate" hrefLang="x-default" href={origin + pathIn('de', canonicalPath)} />
          <meta property="og:title" content={fullTitle} />
          <meta property="og:url" content={origin + pathIn(language, canonicalPath)} />
          {description && <meta property="og:description" content={description} />}
          {image && <meta property="og:image" content={new URL(image, origin).href} />}
        </>
      )}
    </>
  );
}
