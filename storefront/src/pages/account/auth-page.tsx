import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { LoginForm } from '../../features/account/login-form';
import { RegisterForm } from '../../features/account/register-form';
import { screenPath, useLocalPath } from '../../lib/language-path';
import { safeReturnPath } from '../../lib/safe-return-path';
import { useSession } from '../../lib/session';
import { LinkTabs } from '../../ui/texts/link-tabs';
import { PageHead } from '../../ui/texts/page-head';
import { LoadingSquare } from '../../ui/texts/loading-square';

/** Shows the form for the sign-in or, with the path `/register` or with `?mode=register`, the form for the registration. */
export function Page() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const [params] = useSearchParams();
  const path = screenPath(useLocation().pathname);
  const { isAuthenticated, isLoading } = useSession();
  const isRegistration = path === '/register' || (path === '/auth' && params.get('mode') === 'register');
  const from = params.get('from');
  // Redirects in the current language, even if the return path is in the other language.
  if (isAuthenticated) return <Navigate to={local(safeReturnPath(from))} replace />;
  if (isLoading) return <LoadingSquare label={t('common:loading')} />;

  const mode = isRegistration ? 'register' : 'login';
  const tab = (name: 'login' | 'register') => {
    const query = new URLSearchParams({
      ...(path === '/auth' && name === 'register' && { mode: name }),
      ...(from && { from }),
    });
    const to = `${local(path === '/auth' ? path : `/${name}`)}?${query}`.replace(/\?$/, '');
    return { to, text: t(`auth:${name}.action`), current: mode === name };
  };
  return (
    <div className="page column">
      <PageHead title={t(`auth:${mode}.title`)} path={`/${mode}`} noindex />
      <h1>{t(`auth:${mode}.title`)}</h1>
      {from?.includes('/checkout/') && <p className="muted">{t('auth:forCheckout')}</p>}
      <LinkTabs label={t('auth:modes')} tabs={[tab('login'), tab('register')]} replace />
      {isRegistration ? <RegisterForm /> : <LoginForm />}
    </div>
  );
}
