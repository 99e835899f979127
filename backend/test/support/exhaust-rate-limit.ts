import type { OpenShop } from './open-shop.js';

let addresses = 0;
/** @returns a new IP address for X-Forwarded-For, which no rate limit has counted yet */
export const unusedIp = () => `198.51.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`;

export interface LimitedRequest {
  endpoint: string;
  body?: object;
  token?: string;
}

/** Repeats a request. @returns how many requests passed before the first 429, and that response */
export async function exhaustRateLimit(
  shop: Pick<OpenShop, 'http'>,
  limited: LimitedRequest,
  ip: string | (() => string),
) {
  const [method, path] = limited.endpoint.split(' ') as [string, string];
  for (let times = 0; times <= 200; times += 1) {
    const request = shop.http[method.toLowerCase() as 'get'](path);
    void request.set('x-forwarded-for', typeof ip === 'string' ? ip : ip());
    if (limited.token) void request.set('authorization', `Bearer ${limited.token}`);
    const response = await (method === 'GET' ? request : request.send(limited.body));
    if (response.status === 429) return { times, response };
  }
  throw new Error(`${limited.endpoint} never returned 429`);
}
