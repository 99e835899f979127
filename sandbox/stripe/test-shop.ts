import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import StripeSdk from 'stripe';
import { startStripe, type RunningStripe, type StripeOptions } from './start-stripe.ts';

export const KEYS = { secretKey: 'sk_test_4eC39HqLyjWDarjtT1', publishableKey: 'pk_test_TYooMQauvdEDq54Ni' };
export const WEBHOOK_SECRET = 'whsec_of_the_test_shop';
/** A card whose payments succeed. */
export const VISA = '4242 4242 4242 4242';
/** A card that requires 3-D Secure. */
export const VISA_3DS = '4000 0000 0000 3220';
export const RETURN_URL = 'http://shop.test/checkout?pattern=7';

/** A response for a browser; the body contains the fields of a PaymentIntent, or an error. */
export interface BrowserResponse {
  status: number;
  headers: Headers;
  body: Partial<StripeSdk.PaymentIntent> & {
    error?: StripeSdk.StripeRawError & { payment_intent?: StripeSdk.PaymentIntent };
  };
}

/** A client of Stripe: the SDK of a server, the form of a browser, and an endpoint for webhooks. */
export interface TestShop {
  stripe: RunningStripe;
  sdk: StripeSdk;
  /** Verified webhooks, oldest first. */
  received: StripeSdk.Event[];
  /** Sets the status with which the webhook endpoint responds. */
  setWebhookStatus(status: number): void;
  /** Resolves when `count` webhooks have arrived, including refused ones. */
  waitForWebhooks(count: number): Promise<void>;
  createPayment(amount?: number): Promise<StripeSdk.Response<StripeSdk.PaymentIntent>>;
  /** Sends the payment form. `changes` replaces parameters; the value undefined removes a parameter. */
  confirm(
    payment: StripeSdk.PaymentIntent,
    number: string,
    changes?: Record<string, string | undefined>,
  ): Promise<BrowserResponse>;
  /** @returns the event types of a payment, oldest first */
  eventTypes(payment: { id: string }): string[];
  /** Restarts the fake with the same directory. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const openTestShop = async (options: Partial<StripeOptions> = {}): Promise<TestShop> => {
  const endpoint = await openEndpoint();
  const webhookUrl = endpoint.url;
  const start = (port: number) => startStripe({ port, ...KEYS, webhookUrl, webhookSecret: WEBHOOK_SECRET, ...options });
  const stripe = await start(0);
  const sdk = new StripeSdk(KEYS.secretKey, {
    host: '127.0.0.1',
    port: stripe.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 5_000,
    telemetry: false,
  });

  const shop: TestShop = {
    stripe,
    sdk,
    received: endpoint.received,
    setWebhookStatus: endpoint.setStatus,
    waitForWebhooks: endpoint.waitForWebhooks,
    createPayment: (amount = 1290) =>
      sdk.paymentIntents.create({
        amount,
        currency: 'eur',
        automatic_payment_methods: { enabled: true },
        metadata: { purchase_id: '7' },
      }),
    confirm: (...request) => confirmInBrowser(shop.stripe.url, ...request),
    eventTypes: ({ id }) =>
      shop.stripe.control
        .events()
        .filter(
          ({ data: { object } }) =>
            ('payment_intent' in object ? object.payment_intent : 'id' in object && object.id) === id,
        )
        .map(({ type }) => type),
    restart: async () => {
      await shop.stripe.close();
      shop.stripe = await start(stripe.port);
    },
    close: async () => {
      await shop.stripe.close();
      endpoint.close();
    },
  };
  return shop;
};

/** Opens the webhook endpoint of the shop. */
async function openEndpoint() {
  const received: StripeSdk.Event[] = [];
  let status = 200;
  let arrived = 0;
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      try {
        const signature = request.headers['stripe-signature'] ?? '';
        const event = new StripeSdk(KEYS.secretKey).webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
        if (status < 300) received.push(event);
        response.writeHead(status).end();
      } catch {
        response.writeHead(400).end();
      }
      arrived += 1;
      waiting = waiting.filter(({ count, resolve }) => arrived < count || resolve());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    setStatus: (code: number) => void (status = code),
    waitForWebhooks: (count: number): Promise<void> =>
      arrived >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function confirmInBrowser(
  stripeUrl: string,
  payment: StripeSdk.PaymentIntent,
  number: string,
  changes: Record<string, string | undefined> = {},
): Promise<BrowserResponse> {
  const form = {
    key: KEYS.publishableKey,
    client_secret: payment.client_secret ?? '',
    return_url: RETURN_URL,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][email]': 'erika@example.test',
    ...changes,
  };
  const sent = Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const response = await fetch(`${stripeUrl}/v1/payment_intents/${payment.id}/confirm`, {
    method: 'POST',
    headers: { origin: 'http://shop.test' },
    body: new URLSearchParams(sent),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as BrowserResponse['body'],
  };
}

/** @returns the error of a refused request. @throws {Error} when the request succeeds or fails in another way */
export const expectStripeError = async (call: Promise<unknown>): Promise<StripeSdk.errors.StripeError> => {
  const error: unknown = await call.then(
    () => new Error('the request was accepted'),
    (reason: unknown) => reason,
  );
  if (error instanceof StripeSdk.errors.StripeError) return error;
  throw error;
};
