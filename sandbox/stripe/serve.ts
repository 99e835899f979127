import { startStripe } from './start-stripe.ts';

// The fake as a program of its own, for a shop that runs in containers.
const given = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name}: missing`);
  return value;
};

const stripe = await startStripe({
  port: 4242,
  host: '0.0.0.0',
  publicUrl: given('STRIPE_API_BASE'),
  secretKey: given('STRIPE_SECRET_KEY'),
  publishableKey: given('STRIPE_PUBLISHABLE_KEY'),
  webhookUrl: given('STRIPE_WEBHOOK_URL'),
  webhookSecret: given('STRIPE_WEBHOOK_SECRET'),
});
// The first process of a container ends by a signal only if it listens for it.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stripe.close());
