import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { confirmWithMethod } from './confirm-payment-intent.ts';
import { flag, group, listOf, oneOf, required, readParameters, text, httpUrl } from '../http/parameter-rules.ts';
import { UPDATE_PARAMETERS, checkAmount, withoutEmptyValues } from './payment-intent-fields.ts';
import { METHOD_PARAMETERS, findPaymentMethod } from './payment-methods.ts';
import { badParameter } from '../http/stripe-error.ts';
import { newId, secondsNow, UNSET_INTENT_FIELDS, type PaymentIntent } from '../stripe-objects.ts';

const CREATE_PARAMETERS = {
  ...UPDATE_PARAMETERS,
  ...METHOD_PARAMETERS,
  allowed_payment_method_types: listOf(oneOf('card')),
  automatic_payment_methods: group({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: flag,
  confirmation_method: oneOf('automatic'),
  currency: text(),
  payment_method_types: listOf(oneOf('card')),
  return_url: httpUrl,
};

/** POST /v1/payment_intents */
export const createPaymentIntent = (call: Call): object => {
  const params = readParameters(call.parameters, CREATE_PARAMETERS);
  const amount = required(params.amount, 'amount');
  const currency = required(params.currency, 'currency');
  checkAmount(amount, currency);
  const automatic = params.automatic_payment_methods;
  const choices = (
    ['allowed_payment_method_types', 'automatic_payment_methods', 'payment_method_types'] as const
  ).filter((name) => params[name]);
  if (choices.length > 1) throw badParameter(`You may only specify one of these parameters: ${choices.join(', ')}.`);
  const method = findPaymentMethod(call, params);
  const id = newId('pi');
  const intent: PaymentIntent = {
    ...UNSET_INTENT_FIELDS,
    id,
    object: 'payment_intent',
    amount,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    automatic_payment_methods: automatic
      ? {
          allow_redirects: automatic.allow_redirects ?? 'always',
          enabled: required(automatic.enabled, 'automatic_payment_methods[enabled]'),
        }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: secondsNow(),
    currency,
    description: params.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: withoutEmptyValues(params.metadata ?? {}),
    next_action: null,
    payment_method: method?.id ?? null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    receipt_email: params.receipt_email ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
  call.store.put('payment_intent', id, intent);
  call.store.emitEvent('payment_intent.created', intent, call.cause);
  return params.confirm ? confirmWithMethod(call, intent, method, params.return_url) : intent;
};
