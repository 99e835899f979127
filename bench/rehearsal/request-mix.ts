/** A request and its expected response. */
export interface PlannedRequest {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  status: number;
  /** Part of the response body. */
  contains: string;
}

const SEARCHES = ['kleid', 'rock', 'tasche', 'hemd', 'kissen', 'shirt', 'hose', 'sommer', 'leinen', 'jacke'];
const SORTS = ['newest', 'oldest', 'popular', 'price_asc', 'price_desc'];

/**
 * Generates the requests of visitors. Of ten requests, three are for lists, two for details, two for searches, and one each
 * for a page, the settings and a view. With an account, every hundredth request is a sign-in. Without patterns, a health
 * check replaces each view, and a list replaces each detail.
 */
export class RequestMix {
  #count = 0;
  readonly #patterns: string[];
  readonly #account: { email: string; password: string } | null;

  constructor(patterns: string[], account: { email: string; password: string } | null) {
    this.#patterns = patterns;
    this.#account = account;
  }

  next(): PlannedRequest {
    const number = (this.#count += 1);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(number / 10) % from.length]!;
    const id = this.#patterns.length > 0 ? pick(this.#patterns) : undefined;
    if (this.#account && number % 100 === 0) return signIn(this.#account);
    const success = { status: 200, contains: '"success":true' };
    switch (number % 10) {
      case 0:
        return {
          name: 'page',
          method: 'GET',
          path: number % 20 === 0 ? '/' : '/en/',
          status: 200,
          contains: '</html>',
        };
      case 1:
        return { name: 'settings', method: 'GET', path: '/config.json', status: 200, contains: '"publicUrl"' };
      case 2:
      case 3:
        return { name: 'search', method: 'GET', path: `/api/patterns?search=${pick(SEARCHES)}`, ...success };
      case 4:
      case 5:
      case 6:
        return {
          name: 'list',
          method: 'GET',
          path: `/api/patterns?page=${1 + (number % 3)}&sort=${pick(SORTS)}`,
          ...success,
        };
      case 7:
        if (id)
          return {
            name: 'view',
            method: 'POST',
            path: `/api/patterns/${id}/view`,
            body: { session_id: `s${number}` },
            ...success,
            status: 202,
          };
        return { name: 'health', method: 'GET', path: '/health', status: 200, contains: 'ok' };
      default:
        if (id) return { name: 'detail', method: 'GET', path: `/api/patterns/${id}`, ...success };
        return { name: 'oldest', method: 'GET', path: '/api/patterns?sort=oldest', ...success };
    }
  }
}

const signIn = (account: { email: string; password: string }): PlannedRequest => ({
  name: 'sign-in',
  method: 'POST',
  path: '/api/auth/login',
  body: account,
  status: 200,
  contains: '"accessToken"',
});
