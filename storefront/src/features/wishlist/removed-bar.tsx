import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WishlistItem } from '../../api/wishlist';
import { Button } from '../../ui/forms/button';
import styles from './removed-bar.module.css';

interface RemovedBarProps {
  item: WishlistItem;
  onUndo: () => void;
}

/** The message about the removed pattern, with an undo button that takes the focus, because the focused card is gone. */
export function RemovedBar({ item, onUndo }: RemovedBarProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const target = bar.current?.querySelector('button') ?? bar.current;
    target?.focus({ preventScroll: true });
  }, []);
  return (
    <output ref={bar} className={styles.bar} tabIndex={-1}>
      <span>{t('wishlist:removed', { title: item.pattern.title })}</span>
      {/* A pattern that is no longer on sale cannot be added again. */}
      {item.available && (
        <Button variant="outline" onClick={onUndo}>
          {t('wishlist:undo')}
        </Button>
      )}
    </output>
  );
}
