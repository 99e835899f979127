import { useComputedColorScheme } from '@mantine/core';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Pattern } from '../../api/types';
import { useLanguage } from '../../lib/language-path';
import { trustStripe } from './trust-stripe';
import styles from './checkout.module.css';
import { isPaidOrProcessing, toPaymentResult, unsuccessful } from './payment-result';
import { OrderForm } from './order-form';
import { SecurityNotes } from './security-notes';
import { type Order, useOrder } from './use-order';

let loading: Promise<Stripe | null> | undefined;

function loadStripeOnce(): Promise<Stripe | null> {
  trustStripe();
  loading ??= loadStripe(shopConfig().stripePublishableKey ?? '').catch((problem: unknown) => {
    // After a failure, the script is requested again the next time the buyer opens the form.
    loading = undefined;
    throw problem;
  });
  return loading;
}

interface StripeOrderProps {
  pattern: Pattern;
  earlierProblem: string | null;
}

/** The order form with Stripe's card fields; only this form loads Stripe's script. */
export default function StripeOrder({ pattern, earlierProblem }: StripeOrderProps) {
  const locale = useLanguage();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <Elements
      stripe={loadStripeOnce()}
      options={{
        mode: 'payment',
        // Stripe requires the same list here as in the PaymentIntent.
        allowedPaymentMethodTypes: ['card'],
        amount: pattern.price,
        currency: pattern.currency.toLowerCase(),
        locale,
        appearance: {
          theme: dark ? 'night' : 'stripe',
          variables: { colorPrimary: dark ? '#f2958c' : '#a32f2b', borderRadius: '4px', fontSizeBase: '17px' },
        },
      }}
    >
      <Form pattern={pattern} earlierProblem={earlierProblem} />
    </Elements>
  );
}

function Form({ pattern, earlierProblem }: StripeOrderProps) {
  const { t } = useTranslation();
  const stripe = useStripe();
  const elements = useElements();
  const { send, refusal, problem, tryAgain, ...state } = useOrder(pattern, earlierProblem);
  const [fieldsReady, setFieldsReady] = useState(false);
  const [notReady, setNotReady] = useState<string | null>(null);
  const order = async (details: Order) => {
    if (!stripe || !elements) return setNotReady('checkout:refused.notReady');
    if (!fieldsReady) return setNotReady('checkout:refused.formNotReady');
    setNotReady(null);
    const { error: invalid } = await elements.submit();
    if (invalid) return undefined;
    return send(details, async (payment, returnUrl) => {
      const result = await stripe.confirmPayment({
        elements,
        clientSecret: payment.client_secret ?? '',
        confirmParams: { return_url: returnUrl, payment_method_data: { billing_details: { email: details.email } } },
        redirect: 'if_required',
      });
      if (result.error) return toPaymentResult(result.error);
      return isPaidOrProcessing(result.paymentIntent.status) ? { kind: 'paid' } : unsuccessful;
    });
  };
  return (
    <OrderForm
      pattern={pattern}
      {...state}
      problem={notReady ?? refusal?.message ?? problem}
      onTryAgain={tryAgain}
      onOrder={order}
    >
      <fieldset className={styles.card}>
        <legend>{t('checkout:card.title')}</legend>
        <PaymentElement
          options={{ fields: { billingDetails: { email: 'never' } } }}
          onReady={() => setFieldsReady(true)}
          onLoadError={() => setFieldsReady(false)}
        />
        <SecurityNotes />
      </fieldset>
    </OrderForm>
  );
}
