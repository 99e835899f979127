import type { OpenShop } from './open-shop.js';

let places = 0;
/** An address that nothing was counted for yet; whoever is trusted to say so comes from there. */
export const somewhere = () => `198.51.${Math.floor((places += 1) / 250)}.${places % 250}`;

export interface Asking {
  call: string;
  body?: object;
  token?: string;
}

/** Sends the same call again and again. @returns how many times it was let in before the first 429, and that answer */
export async function knock(shop: Pick<OpenShop, 'http'>, asking: Asking, place: string | (() => string)) {
  const [method, path] = asking.call.split(' ') as [string, string];
  for (let times = 0; times <= 200; times += 1) {
    const request = shop.http[method.toLowerCase() as 'get'](path);
    void request.set('x-forwarded-for', typeof place === 'string' ? place : place());
    if (asking.token) void request.set('authorization', `Bearer ${asking.token}`);
    const answer = await (method === 'GET' ? request : request.send(asking.body));
    if (answer.status === 429) return { times, answer };
  }
  throw new Error(`${asking.call} was never refused`);
}
