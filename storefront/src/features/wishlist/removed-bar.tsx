import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WishlistItem } from '../../api/wishlist';
import { Button } from '../../ui/forms/button';
import styles from './removed-bar.module.css';

interface RemovedBarProps {
  item: WishlistItem;
  onUndo: () => void;
}

/** Says what was taken off the list, with the way back; the focus waits here, as the card it was on is gone. */
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
      {/* What is not sold any more cannot be put on a list again. */}
      {item.available && (
        <Button variant="outline" onClick={onUndo}>
          {t('wishlist:undo')}
        </Button>
      )}
    </output>
  );
}
