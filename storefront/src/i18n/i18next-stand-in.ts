/**
 * What react-i18next takes from i18next while it runs: a function for keys that are functions, which this shop has none
 * of. i18next itself, a tenth of a first screen's code, stays outside; see speaker.ts.
 */
export function keyFromSelector(selector: unknown): string {
  return String(selector);
}
