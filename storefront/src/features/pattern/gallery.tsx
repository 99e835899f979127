import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { PatternImage } from '../../ui/pattern-image';
import styles from './gallery.module.css';

export function Gallery({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(0);
  const images = pattern.preview_images;
  const label = (index: number) =>
    t('detail:gallery.image', { title: pattern.title, number: index + 1, count: Math.max(1, images.length) });
  return (
    <div className={styles.gallery}>
      <PatternImage src={images[shown]} alt={label(shown)} category={pattern.category} eager />
      {images.length > 1 && (
        <ul className={styles.thumbs} aria-label={t('detail:gallery.list')}>
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={label(index)}
                aria-pressed={index === shown}
                onClick={() => setShown(index)}
              >
                <PatternImage src={image} alt="" category={pattern.category} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
