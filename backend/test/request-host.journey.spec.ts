import { request } from 'node:http';
import { aBuyer, aPattern, aPdf, type TestBuyer } from './support/builders.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { delivered, startPayment, THREE_D_SECURE } from './support/pay.js';
import { aSeller, by, PATTERN } from './support/sell.js';

/** The Host header of a phone in the local network: a host name that the configuration does not contain. */
const PHONE_HOST = 'shop.in-the-network.example:3000';

interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

describe('a shop that forwards requests to the storage and the Stripe fake', () => {
  let shop: OpenShop;
  let patternId: string;
  let buyer: TestBuyer;

  beforeAll(async () => {
    const env = { S3_PUBLIC_ENDPOINT: '/storage', STRIPE_PUBLIC_BASE: '/card-provider' };
    shop = await openShop({ workers: true, env });
    patternId = await aPattern()
      .with({ kind: 'a4', pdf: () => aPdf({ pages: 2 }) })
      .in(shop);
    await shop.settles();
    buyer = await aBuyer(shop);
  });
  afterAll(() => shop?.close());

  /** Uses node:http because fetch() does not allow a Host header. @param address a path, or a URL whose origin is ignored */
  function send(address: string, { method = 'GET', headers, body }: RequestOptions = {}): Promise<RawResponse> {
    const { pathname, search } = new URL(address, `http://${PHONE_HOST}`);
    return new Promise((resolve, reject) => {
      const outgoing = request(shop.url + pathname + search, { method, headers: { ...headers, host: PHONE_HOST } });
      outgoing.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
  const form = (fields: Record<string, string>): RequestOptions => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  async function call<Data>(user: { token: string }, path: string, body: object): Promise<Data> {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
    const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (JSON.parse(response.body.toString()) as { data: Data }).data;
  }
  const start = async () =>
    (await startPayment(shop, buyer, patternId).expect(201)).body.data as {
      client_secret: string;
      purchase_id: string;
    };

  it('uses the host of the request in the URLs for payment, card confirmation and download', async () => {
    const { client_secret, purchase_id: purchaseId } = await start();
    const { stripeApiBase } = JSON.parse((await send('/config.json')).body.toString()) as { stripeApiBase: string };
    expect(stripeApiBase).toBe(`http://${PHONE_HOST}/card-provider`);
    const confirm = `${stripeApiBase}/v1/payment_intents/${client_secret.split('_secret_')[0]}/confirm`;
    const card = {
      key: shop.config.checkout.publishableKey!,
      client_secret,
      return_url: `http://${PHONE_HOST}/checkout/back`,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': THREE_D_SECURE,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    };
    const confirmed = await send(confirm, form(card));
    expect(confirmed.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    const confirmation = JSON.parse(confirmed.body.toString()) as {
      next_action: { redirect_to_url: { url: string } };
    };
    const challengeUrl = confirmation.next_action.redirect_to_url.url;
    expect(challengeUrl).toMatch(`http://${PHONE_HOST}/card-provider/3d-secure/`);
    const page = await send(challengeUrl);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    // The directive `sandbox` would block the form of this page.
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; (?!.*sandbox)/,
    );
    const back = await send(challengeUrl, form({ outcome: 'complete' }));
    expect([back.status, back.headers.location]).toEqual([
      303,
      expect.stringMatching(`^http://${PHONE_HOST}/checkout/back`),
    ]);

    const { downloadToken: token } = await delivered(shop, buyer, purchaseId);
    const link = await call<{ downloadUrl: string; bytes: number }>(buyer, '/api/downloads/secure', { token });
    expect(link.downloadUrl).toMatch(`http://${PHONE_HOST}/storage/`);
    // The proxy must drop the shop's token: the storage refuses a request with two signatures.
    const file = await send(link.downloadUrl, { headers: { authorization: 'Bearer of-the-shop' } });
    expect([file.status, file.headers['content-type'], file.body.length]).toEqual([200, 'application/pdf', link.bytes]);
    expect(file.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    const firstBytes = await send(link.downloadUrl, { headers: { range: 'bytes=0-4' } });
    expect([firstBytes.status, firstBytes.body.toString()]).toEqual([206, '%PDF-']);
    expect((await send(link.downloadUrl.replace('Signature=', 'Signature=0'))).status).toBe(403);
  });

  it('accepts uploads far above the body limit of the API', async () => {
    const seller = await aSeller(shop);
    const { body } = await by(shop, seller).post('/patterns', PATTERN).expect(201);
    const content = Buffer.alloc(3 * 1024 ** 2, 7);
    const fileDetails = { kind: 'a4', file_name: 'A4.pdf', bytes: content.length };
    const { upload } = await call<{ upload: { url: string; fields: Record<string, string> } }>(
      seller,
      `/api/patterns/${body.data.id}/files`,
      fileDetails,
    );
    expect(upload.url).toMatch(`http://${PHONE_HOST}/storage/`);
    const filled = new FormData();
    for (const [name, value] of Object.entries(upload.fields)) filled.append(name, value);
    filled.append('file', new Blob([content]), 'upload');
    const encoded = new Response(filled);
    const headers = { 'content-type': encoded.headers.get('content-type')! };
    const sent = await send(upload.url, { method: 'POST', headers, body: Buffer.from(await encoded.arrayBuffer()) });
    expect(sent.status).toBe(201);
  });

  it('allows no origin except its own in its Content-Security-Policy', async () => {
    const { headers } = await send('/api/docs');
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
  });

  it('forwards only the allowed paths, and not the secret key of the request', async () => {
    const headers = { authorization: `Bearer ${shop.config.stripe.secretKey}` };
    const refused = ['/card-provider/', '/card-provider/v1/refunds', '/storage/', '/storage/other/x', '/storage/..%2f'];
    for (const path of refused) expect([path, (await send(path, { headers })).status]).toEqual([path, 404]);
    expect((await send('/card-provider/v1/payment_intents/pi_1', { headers })).status).toBe(401);
    expect((await send('/storage/patterns/x', { method: 'PUT', body: 'x' })).status).toBe(404);
    expect((await send('/storage/patterns/x')).status).toBe(403);
  });

  it('returns 503 when the Stripe fake does not respond', async () => {
    shop.stripe.control.failNext({ path: '/confirm', outcome: 'lost-response' });
    const response = await send(
      '/card-provider/v1/payment_intents/pi_1/confirm',
      form({ key: shop.config.checkout.publishableKey! }),
    );
    expect([response.status, JSON.parse(response.body.toString()).code]).toEqual([503, 'UNAVAILABLE']);
  });
});
