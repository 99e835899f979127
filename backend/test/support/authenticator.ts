import { Secret, TOTP } from 'otpauth';
import { PASSWORD, type TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';

/** An authenticator app with one account. */
export class Authenticator {
  constructor(readonly secret: string) {}

  /** @param steps of 30 seconds from now */
  code(steps = 0): string {
    const totp = new TOTP({ secret: Secret.fromBase32(this.secret) });
    return totp.generate({ timestamp: Date.now() + steps * 30_000 });
  }
}

export const as = ({ token }: Pick<TestBuyer, 'token'>) => ({ authorization: `Bearer ${token}` });

/** Switches the second factor of a person on, over HTTP. */
export async function enrolled(shop: OpenShop, person: TestBuyer) {
  const setUp = await shop.http
    .post('/api/auth/second-factor/setup')
    .set(as(person))
    .send({ password: PASSWORD })
    .expect(200);
  const app = new Authenticator(setUp.body.data.secret);
  const confirmed = await shop.http
    .post('/api/auth/second-factor/confirm')
    .set(as(person))
    .send({ code: app.code() })
    .expect(200);
  return { app, recoveryCodes: confirmed.body.data.recovery_codes as string[] };
}

/** As if the last code had been used long ago: a new one every 30 seconds is too slow for a test. */
export const letTimePass = (shop: OpenShop, { id }: Pick<TestBuyer, 'id'>) =>
  shop.sql.rows('update second_factors set last_step = last_step - 10 where user_id = $1', [id]);
