import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './connection-notice.module.css';

const BACK_NOTICE_MS = 5_000;

/** Shows a notice while the connection is lost, and another notice for five seconds when the connection is back. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const [state, setState] = useState(() => (navigator.onLine ? undefined : 'lost'));
  useEffect(() => {
    const lost = () => setState('lost');
    const back = () => setState('back');
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
    };
  }, []);
  useEffect(() => {
    if (state !== 'back') return;
    const timer = setTimeout(() => setState(undefined), BACK_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <output className={styles.slip} data-state={state}>
      {state && t(`common:connection.${state}`)}
    </output>
  );
}
