import { Secret, TOTP } from 'otpauth';
import { PASSWORD, type TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';

/** An authenticator app. */
export class Authenticator {
  constructor(readonly secret: string) {}

  /** @param steps the time of the code, as a number of steps of 30 seconds from now */
  code(steps = 0): string {
    const totp = new TOTP({ secret: Secret.fromBase32(this.secret) });
    return totp.generate({ timestamp: Date.now() + steps * 30_000 });
  }
}

/** The headers of a signed-in user. */
export const as = ({ token }: Pick<TestBuyer, 'token'>) => ({ authorization: `Bearer ${token}` });

/** Enables the second factor of an account over HTTP. */
export async function enrolled(shop: OpenShop, user: TestBuyer) {
  const setUp = await shop.http
    .post('/api/auth/second-factor/setup')
    .set(as(user))
    .send({ password: PASSWORD })
    .expect(200);
  const app = new Authenticator(setUp.body.data.secret);
  const confirmed = await shop.http
    .post('/api/auth/second-factor/confirm')
    .set(as(user))
    .send({ code: app.code() })
    .expect(200);
  return { app, recoveryCodes: confirmed.body.data.recovery_codes as string[] };
}

/** Makes the current code usable again, because a test cannot wait 30 s for the next code. */
export const allowCodeReuse = (shop: OpenShop, { id }: Pick<TestBuyer, 'id'>) =>
  shop.sql.rows('update second_factors set last_step = last_step - 10 where user_id = $1', [id]);
