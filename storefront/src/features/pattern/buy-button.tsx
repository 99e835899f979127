import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownership } from '../../api/queries';
import type { Pattern } from '../../api/types';
import { useLocalPath } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/forms/button';

/** Links to the checkout. If the user already owns the pattern, it links to the downloads instead. */
export function BuyButton({ pattern, fullWidth }: { pattern: Pattern; fullWidth?: boolean }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  const owned = useOwned(pattern.id);
  const buy = pattern.price === 0 ? t('detail:getFree') : t('detail:buy');
  return (
    <Button
      component={Link}
      to={local(owned ? '/downloads' : `/checkout/${pattern.id}`)}
      variant={owned ? 'outline' : 'filled'}
      size="lg"
      fullWidth={fullWidth}
    >
      {owned ? t('detail:owned.action') : buy}
    </Button>
  );
}

export function useOwned(patternId: string): boolean {
  const { isAuthenticated } = useSession();
  return useQuery({ ...ownership(patternId), enabled: isAuthenticated }).data === true;
}
