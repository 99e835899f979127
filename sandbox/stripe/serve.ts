import { startStripe } from './start-stripe.ts';

// Runs the fake as a program, for a shop in containers.
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
// Process 1 of a container ignores signals without a handler.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stripe.close());
