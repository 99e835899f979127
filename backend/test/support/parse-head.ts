const unescapeHtml = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** @returns the parsed head of a page */
export function parseHead({ status, text }: { status: number; text: string }) {
  const all = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, ...groups]) => groups.map((group) => unescapeHtml(group!)));
  return {
    status,
    text,
    lang: /<html lang="([^"]*)"/.exec(text)?.[1],
    titles: all(/<title[^>]*>([^<]*)<\/title>/g).flat(),
    meta: Object.fromEntries(all(/<meta data-head (?:name|property)="([^"]*)" content="([^"]*)" \/>/g)),
    canonical: all(/<link data-head rel="canonical" href="([^"]*)" \/>/g).flat(),
    languages: Object.fromEntries(all(/<link data-head rel="alternate" hreflang="([^"]*)" href="([^"]*)" \/>/g)),
    data: all(/<script data-head type="application\/ld\+json">(.*?)<\/script>/g).map(([json]) => JSON.parse(json!)),
  };
}
