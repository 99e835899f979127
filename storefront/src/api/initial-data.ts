/**
 * Takes a response that the server has embedded in the page, so that the first screen does not have to request it. Removes
 * the response from the page, because it would be stale later.
 * @param url the path and query of the request that the response replaces
 */
export function takeInitialData<T>(url: string): T | undefined {
  for (const element of document.querySelectorAll<HTMLScriptElement>('script[data-answer]')) {
    if (withSortedQuery(element.dataset.answer!) !== withSortedQuery(url)) continue;
    element.remove();
    try {
      return JSON.parse(element.textContent);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function withSortedQuery(url: string): string {
  const [path, query] = url.split('?', 2);
  const values = new URLSearchParams(query);
  values.sort();
  return `${path}?${values}`;
}
