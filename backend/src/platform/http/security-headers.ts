import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '../config.js';

/** One policy for the shop and its API; the card provider is the only foreign origin. */
export async function securityHeaders(app: NestFastifyApplication, config: Config): Promise<void> {
  const cardProvider = config.stripe.apiBase ?? 'https://api.stripe.com';
  const stripeScript = config.stripe.apiBase ? [] : ['https://js.stripe.com'];
  const stripeFrames = config.stripe.apiBase ? ["'none'"] : ['https://js.stripe.com', 'https://hooks.stripe.com'];
  await app.register(helmet as never, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...stripeScript],
        // Mantine sets its colour variables through style attributes and one <style> element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", cardProvider],
        frameSrc: stripeFrames,
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: 63_072_000, includeSubDomains: true }
      : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
