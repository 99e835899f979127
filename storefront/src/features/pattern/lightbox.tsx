import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { Button } from '../../ui/forms/button';
import { CloseButton } from '../../ui/overlays/icon-button';
import { PatternImage } from '../../ui/patterns/pattern-image';
import styles from './lightbox.module.css';

interface LightboxProps {
  pattern: Pattern;
  start: number;
  onClose: (last: number) => void;
}

/** A dialog that shows one picture at a time, fitted to the screen or enlarged. */
export default function Lightbox({ pattern, start, onClose }: LightboxProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(start);
  const [large, setLarge] = useState(false);
  const images = pattern.preview_images;
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const step = (by: number) => {
    setLarge(false);
    setShown((shown + by + images.length) % images.length);
  };
  const pressKey = ({ key }: KeyboardEvent) => {
    // The arrow keys scroll an enlarged picture, so they do not select another one.
    if (large || images.length < 2) return;
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key events come from the buttons inside
    <dialog
      ref={dialog}
      className={styles.box}
      aria-label={t('detail:gallery.large', { title: pattern.title })}
      onClose={() => onClose(shown)}
      onKeyDown={pressKey}
    >
      <div className={styles.head}>
        <output className="figures">{t('detail:gallery.position', { number: shown + 1, count: images.length })}</output>
        <Button variant="outline" aria-pressed={large} onClick={() => setLarge(!large)}>
          {t(large ? 'detail:gallery.fit' : 'detail:gallery.enlarge')}
        </Button>
        <CloseButton aria-label={t('common:close')} onClick={() => dialog.current?.close()} />
      </div>
      <Picture pattern={pattern} index={shown} large={large} onClick={() => setLarge(!large)} />
      {images.length > 1 && (
        <div className={styles.foot}>
          <Button variant="outline" onClick={() => step(-1)}>
            {t('detail:gallery.previous')}
          </Button>
          <Button variant="outline" onClick={() => step(1)}>
            {t('detail:gallery.next')}
          </Button>
        </div>
      )}
    </dialog>
  );
}

interface PictureProps {
  pattern: Pattern;
  index: number;
  large: boolean;
  onClick: () => void;
}

function Picture({ pattern: { title, preview_images: images, category }, index, large, onClick }: PictureProps) {
  const { t } = useTranslation();
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (large) view.current?.scrollTo({ left: view.current.scrollWidth / 2 - view.current.clientWidth / 2 });
  }, [large]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll the picture
    <div ref={view} className={styles.view} data-large={large || undefined} tabIndex={large ? 0 : undefined}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button in the head does the same */}
      <div className={styles.picture} onClick={onClick}>
        <PatternImage
          src={images[index]}
          alt={t('detail:gallery.image', { title, number: index + 1, count: images.length })}
          category={category}
          eager
        />
      </div>
    </div>
  );
}
