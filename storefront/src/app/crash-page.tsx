import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state';
import { PageHead } from '../ui/page-head';

/** What a visitor sees when a screen fails to draw. A failed navigation goes home by itself. */
export function CrashPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => {
    if (!isNavigationProblem(error)) return undefined;
    const timer = setTimeout(() => window.location.replace('/'), 1000);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div className="page">
      <PageHead title={t('errors:crash.title')} hidden />
      <EmptyState drawing="thread" heading="h1" title={t('errors:crash.title')} text={t('errors:crash.text')}>
        <Button onClick={() => window.history.go(0)}>{t('errors:crash.reload')}</Button>
        <Button variant="outline" component="a" href={window.location.pathname}>
          {t('errors:crash.tryAgain')}
        </Button>
      </EmptyState>
    </div>
  );
}

function isNavigationProblem(error: unknown): boolean {
  return error instanceof Error && /navigat|history|location/i.test(error.message);
}
