import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { whenConnected } from '../../lib/when-connected';
import { PatternImage } from '../../ui/patterns/pattern-image';
import styles from './gallery.module.css';

const Lightbox = lazy(whenConnected(() => import('./lightbox')));

/** The pictures of a pattern. Swipes, arrow keys and thumbnails select a picture; a button opens it in the lightbox. */
export function Gallery({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const images = pattern.preview_images;
  const [shown, setShown] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const track = useRef<HTMLUListElement>(null);
  const show = (index: number) => {
    const next = (index + images.length) % images.length;
    setShown(next);
    if (track.current) track.current.scrollLeft = next * track.current.clientWidth;
  };
  const syncWithScroll = ({ scrollLeft, clientWidth }: HTMLElement) => {
    if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth));
  };
  const pressKey = ({ key }: KeyboardEvent) => {
    if (zoomed || images.length < 2) return;
    if (key === 'ArrowLeft') show(shown - 1);
    if (key === 'ArrowRight') show(shown + 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key events come from the buttons inside
    <section className={styles.gallery} aria-label={t('detail:gallery.list')} onKeyDown={pressKey}>
      <div className={styles.stage}>
        <ul
          ref={track}
          className={styles.track}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll the pictures
          tabIndex={images.length > 1 ? 0 : undefined}
          onScroll={(event) => syncWithScroll(event.currentTarget)}
        >
          {(images.length ? images : [undefined]).map((image, index) => (
            <li key={image ?? 'none'}>
              <PatternImage
                src={image}
                alt={t('detail:gallery.image', imageLabel(pattern, index))}
                category={pattern.category}
                eager={index === 0}
              />
            </li>
          ))}
        </ul>
        {images.length > 0 && <ZoomButton number={shown + 1} onClick={() => setZoomed(true)} />}
        {images.length > 1 && <Steps shown={shown} count={images.length} onStep={(by) => show(shown + by)} />}
      </div>
      {images.length > 1 && <Thumbnails pattern={pattern} shown={shown} onShow={show} />}
      {zoomed && (
        <Suspense fallback={null}>
          <Lightbox
            pattern={pattern}
            start={shown}
            onClose={(last) => {
              setZoomed(false);
              show(last);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

const imageLabel = ({ title, preview_images: images }: Pattern, index: number) => ({
  title,
  number: index + 1,
  count: Math.max(1, images.length),
});

function ZoomButton({ number, onClick }: { number: number; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.zoom}
      aria-label={t('detail:gallery.zoom', { number })}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <path d="M9.500 3a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM14.500 14.500 20 20M9.500 7v5M7 9.500h5" />
      </svg>
    </button>
  );
}

interface ThumbnailsProps {
  pattern: Pattern;
  shown: number;
  onShow: (index: number) => void;
}

function Thumbnails({ pattern, shown, onShow }: ThumbnailsProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.thumbs}>
      {pattern.preview_images.map((image, index) => (
        <li key={image}>
          <button
            type="button"
            aria-label={t('detail:gallery.image', imageLabel(pattern, index))}
            aria-pressed={index === shown}
            onClick={() => onShow(index)}
          >
            <PatternImage src={image} alt="" category={pattern.category} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Steps({ shown, count, onStep }: { shown: number; count: number; onStep: (by: 1 | -1) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.steps}>
      <button type="button" aria-label={t('detail:gallery.previous')} onClick={() => onStep(-1)}>
        <Arrow points="m13 4-7 7 7 7" />
      </button>
      <output className="figures">
        <span className="visually-hidden">{t('detail:gallery.position', { number: shown + 1, count })}</span>
        <span aria-hidden="true">
          {shown + 1} / {count}
        </span>
      </output>
      <button type="button" aria-label={t('detail:gallery.next')} onClick={() => onStep(1)}>
        <Arrow points="m9 4 7 7-7 7" />
      </button>
    </div>
  );
}

function Arrow({ points }: { points: string }) {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d={points} />
    </svg>
  );
}
