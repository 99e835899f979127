import { startStripe } from './start-stripe.ts';

// Runs the fake as a separate program; docker-compose.yml uses it.
const requiredVariable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name}: missing`);
  return value;
};

const stripe = await startStripe({
  port: 4242,
  host: '0.0.0.0',
  publicUrl: requiredVariable('STRIPE_API_BASE'),
  secretKey: requiredVariable('STRIPE_SECRET_KEY'),
  publishableKey: requiredVariable('STRIPE_PUBLISHABLE_KEY'),
  webhookUrl: requiredVariable('STRIPE_WEBHOOK_URL'),
  webhookSecret: requiredVariable('STRIPE_WEBHOOK_SECRET'),
});
// Process 1 of a container ignores signals without a handler.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stripe.close());
