/**
 * The responses that the server has written into the page, by the URL that the storefront would otherwise request: the
 * first screen waits for no second response. Each is used once, because later it would be stale.
 */
export function takeInitialData<T>(address: string): T | undefined {
  for (const element of document.querySelectorAll<HTMLScriptElement>('script[data-answer]')) {
    if (sorted(element.dataset.answer!) !== sorted(address)) continue;
    element.remove();
    try {
      return JSON.parse(element.textContent);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function sorted(address: string): string {
  const [path, query] = address.split('?', 2);
  const values = new URLSearchParams(query);
  values.sort();
  return `${path}?${values}`;
}
