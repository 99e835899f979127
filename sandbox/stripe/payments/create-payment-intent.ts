import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { confirmWith } from './confirm-payment-intent.ts';
import { flag, group, listOf, oneOf, present, read, text, webAddress } from '../http/parameter-rules.ts';
import { CHANGEABLE, checkAmount, withoutGaps } from './payment-intent-fields.ts';
import { METHOD_PARAMETERS, methodNamedBy } from './payment-methods.ts';
import { badParameter } from '../http/stripe-error.ts';
import { newId, secondsNow, UNUSED_BY_INTENTS, type PaymentIntent } from '../stripe-objects.ts';

const CREATE = {
  ...CHANGEABLE,
  ...METHOD_PARAMETERS,
  automatic_payment_methods: group({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: flag,
  confirmation_method: oneOf('automatic'),
  currency: text(),
  payment_method_types: listOf(oneOf('card')),
  return_url: webAddress,
};
/** POST /v1/payment_intents */
export const createPaymentIntent = (call: Call): object => {
  const given = read(call.parameters, CREATE);
  const amount = present(given.amount, 'amount');
  const currency = present(given.currency, 'currency');
  checkAmount(amount, currency);
  const automatic = given.automatic_payment_methods;
  if (automatic && given.payment_method_types) {
    throw badParameter(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    );
  }
  const method = methodNamedBy(call, given);
  const id = newId('pi');
  const intent: PaymentIntent = {
    ...UNUSED_BY_INTENTS,
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    automatic_payment_methods: automatic
      ? {
          allow_redirects: automatic.allow_redirects ?? 'always',
          enabled: present(automatic.enabled, 'automatic_payment_methods[enabled]'),
        }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: secondsNow(),
    currency,
    description: given.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: withoutGaps(given.metadata ?? {}),
    next_action: null,
    payment_method: method?.id ?? null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    receipt_email: given.receipt_email ?? null,
    statement_descriptor: given.statement_descriptor ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
  call.store.put('payment_intent', id, intent);
  call.store.announce('payment_intent.created', intent, call.cause);
  return given.confirm ? confirmWith(call, intent, method, given.return_url) : intent;
};
