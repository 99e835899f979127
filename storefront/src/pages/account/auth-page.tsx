import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { LoginForm } from '../../features/account/login-form';
import { RegisterForm } from '../../features/account/register-form';
import styles from '../../features/account/account.module.css';
import { screenOf, useLocalPath } from '../../lib/language-path';
import { safeReturnPath } from '../../lib/safe-return-path';
import { useSession } from '../../lib/session';
import { PageHead } from '../../ui/texts/page-head';
import { TestSquare } from '../../ui/orders/test-square';

/** Sign in or register; the path or ?mode=register decides, and switching writes the URL. */
export function Page() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const [params] = useSearchParams();
  const path = screenOf(useLocation().pathname);
  const { isAuthenticated, isLoading } = useSession();
  const registering = path === '/register' || (path === '/auth' && params.get('mode') === 'register');
  const from = params.get('from');
  // In the language chosen here, whichever the way began in.
  if (isAuthenticated) return <Navigate to={local(safeReturnPath(from))} replace />;
  if (isLoading) return <TestSquare label={t('common:loading')} />;

  const keep = from ? `from=${encodeURIComponent(from)}` : '';
  const [loginPath, registerPath] =
    path === '/auth' ? [`/auth?${keep}`, `/auth?mode=register&${keep}`] : [`/login?${keep}`, `/register?${keep}`];
  const mode = registering ? 'register' : 'login';
  return (
    <div className="page column">
      <PageHead title={t(`auth:${mode}.title`)} path={`/${mode}`} hidden />
      <h1>{t(`auth:${mode}.title`)}</h1>
      {from?.includes('/checkout/') && <p className="muted">{t('auth:forCheckout')}</p>}
      <nav className={styles.modes} aria-label={t('auth:modes')}>
        <Link to={local(trim(loginPath))} replace aria-current={registering ? undefined : 'page'}>
          {t('auth:login.action')}
        </Link>
        <Link to={local(trim(registerPath))} replace aria-current={registering ? 'page' : undefined}>
          {t('auth:register.action')}
        </Link>
      </nav>
      {registering ? <RegisterForm /> : <LoginForm />}
    </div>
  );
}

function trim(path: string | undefined): string {
  return (path ?? '').replace(/[?&]$/, '');
}
