import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { Button } from '../../ui/forms/button';
import { FormProblem } from '../../ui/forms/form-problem';
import styles from './wish-button.module.css';
import { useWish } from './use-wish';

export function WishButton({ patternId }: { patternId: string }) {
  const { t } = useTranslation();
  const { wished, toggle, error } = useWish(patternId);
  return (
    <div className={styles.wish}>
      <Button variant="outline" size="lg" fullWidth aria-pressed={wished} onClick={toggle}>
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <path d="M11 19C4 14 2 11 2 7.500A4.500 4.500 0 0 1 11 6a4.500 4.500 0 0 1 9 1.500c0 3.500-2 6.500-9 11.500Z" />
        </svg>
        {t('detail:wish.action')}
      </Button>
      <output className="small">
        {wished && (
          <>
            {t('detail:wish.done')} <LocalLink to="/wishlist">{t('detail:wish.show')}</LocalLink>
          </>
        )}
      </output>
      {error && <FormProblem text={errorMessage(t, error, t('detail:wish.failed'))} />}
    </div>
  );
}
