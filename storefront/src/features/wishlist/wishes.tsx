import { useTranslation } from 'react-i18next';
import type { WishlistItem } from '../../api/wishlist';
import { Button } from '../../ui/forms/button';
import { PatternCard } from '../../ui/patterns/pattern-card';
import { CardGrid } from '../../ui/patterns/pattern-grid';

interface WishesProps {
  items: WishlistItem[];
  onRemove: (item: WishlistItem) => void;
}

export function Wishes({ items, onRemove }: WishesProps) {
  const { t } = useTranslation();
  return (
    <CardGrid>
      {items.map((item, index) => (
        <li key={item.id}>
          <PatternCard
            pattern={item.pattern}
            eager={index < 3}
            gone={item.available ? undefined : t('wishlist:notSold')}
          >
            <Button
              variant="outline"
              aria-label={t('wishlist:removeThis', { title: item.pattern.title })}
              onClick={() => onRemove(item)}
            >
              {t('wishlist:remove')}
            </Button>
          </PatternCard>
        </li>
      ))}
    </CardGrid>
  );
}
