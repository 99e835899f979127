import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { paymentMode } from '../features/checkout/payment-mode';
import { ownership, patternDetail } from '../api/queries';
import type { Pattern } from '../api/types';
import { Delivery } from '../features/checkout/delivery';
import { AlreadyOwned, PaymentUnavailable } from '../features/checkout/no-order';
import { OrderSummary } from '../features/checkout/order-summary';
import { SandboxOrder } from '../features/checkout/sandbox-order';
import { isFailedRedirect, withoutPaymentParams } from '../features/checkout/payment-redirect';
import { useLanguage, useLocalPath } from '../lib/language-path';
import { EmptyState } from '../ui/texts/empty-state';
import { LoadFailed } from '../ui/texts/load-failed';
import { PageHead } from '../ui/texts/page-head';
import { LoadingSquare } from '../ui/texts/loading-square';

const StripeOrder = lazy(() => import('../features/checkout/stripe-order'));

export function Page() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const purchaseId = params.get('purchase');
  // Stripe adds redirect_status to the URL when the buyer returns from 3-D Secure.
  const failed = isFailedRedirect(params.get('redirect_status'));
  const withoutPayment = withoutPaymentParams(params);
  useEffect(() => {
    if (withoutPayment.size < params.size) setParams(withoutPayment, { replace: true });
  });
  return (
    <div className="page column">
      <PageHead title={t('checkout:title')} noindex />
      {purchaseId && !failed ? <Delivery purchaseId={purchaseId} /> : <Checkout failedBefore={failed} />}
    </div>
  );
}

function Checkout({ failedBefore }: { failedBefore: boolean }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const detail = useQuery(patternDetail(id, useLanguage()));
  const owned = useQuery(ownership(id));
  // Only the first load shows an error. A failed refetch must not remove the input or a payment in progress.
  if (detail.isLoadingError) return <Failed error={detail.error} retry={() => detail.refetch()} />;
  if (!detail.data || owned.isPending) return <LoadingSquare label={t('common:loading')} />;
  if (owned.data) return <AlreadyOwned title={detail.data.title} />;
  return (
    <>
      <h1>{t('checkout:title')}</h1>
      <OrderSummary pattern={detail.data} />
      <PaymentForm pattern={detail.data} earlierProblem={failedBefore ? 'checkout:refused.authentication' : null} />
    </>
  );
}

function PaymentForm({ pattern, earlierProblem }: { pattern: Pattern; earlierProblem: string | null }) {
  const { t } = useTranslation();
  const mode = paymentMode();
  if (mode === 'sandbox' || pattern.price === 0)
    return <SandboxOrder pattern={pattern} earlierProblem={earlierProblem} />;
  if (mode === 'none') return <PaymentUnavailable />;
  return (
    <Suspense fallback={<LoadingSquare label={t('common:loading')} />}>
      <StripeOrder pattern={pattern} earlierProblem={earlierProblem} />
    </Suspense>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState drawing="shears" heading="h1" title={t('checkout:missing.title')} text={t('checkout:missing.text')}>
        <Button component={Link} to={local('/patterns')}>
          {t('checkout:browseAll')}
        </Button>
      </EmptyState>
    );
  }
  return <LoadFailed heading="h1" title={t('checkout:failed')} error={error} onRetry={retry} />;
}
