/**
 * What the server has written into the page, by the address that the storefront would otherwise ask: the first screen
 * waits for no second answer. Taken once, as later it would be old.
 */
export function takeFirstAnswer<T>(address: string): T | undefined {
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
