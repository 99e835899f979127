import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './connection-notice.module.css';

const SHOWN_FOR = 5_000;

/** Shows that the connection is lost, and for a moment that it is back. */
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
    const timer = setTimeout(() => setState(undefined), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <output className={styles.slip} data-state={state}>
      {state && t(`common:connection.${state}`)}
    </output>
  );
}
