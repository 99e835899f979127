import { useState } from 'react';
import type { Category } from '../../api/types';
import styles from './pattern-image.module.css';
import { useWasVisible } from '../use-was-visible';

interface PatternImageProps {
  src: string | undefined;
  alt: string;
  category?: Category;
  /** Loads the picture immediately. Otherwise the picture loads when a tenth of it is visible. */
  eager?: boolean;
  className?: string;
}

/** A 4:5 picture on the colour of its category. A drawing replaces a missing or broken picture. */
export function PatternImage({ src, alt, category, eager, className }: PatternImageProps) {
  const [broken, setBroken] = useState<string>();
  const [root, wasVisible] = useWasVisible(Boolean(eager));
  return (
    <div ref={root} className={`${styles.ground} ${className ?? ''}`} data-category={category}>
      {src && broken !== src ? (
        <img
          src={wasVisible ? src : undefined}
          alt={alt}
          width={800}
          height={1000}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <Placeholder label={alt} category={category} />
      )}
    </div>
  );
}

const outlines: Record<Category, string> = {
  Dresses: 'M31 22c2 5 5 7 9 7s7-2 9-7l9 5-3 12-5-1c1 9 6 24 10 38H20c4-14 9-29 10-38l-5 1-3-12 9-5ZM30 47h20',
  Tops: 'M30 28c3 4 6 6 10 6s7-2 10-6l12 7-5 14-6-3v28H29V46l-6 3-5-14 12-7ZM40 34v40',
  Bottoms: 'M27 24h26l2 8 5 46H45l-5-36-5 36H20l5-46 2-8ZM25 32h30',
  Accessories: 'M22 42h36v34H22zM28 42c0-24 24-24 24 0M22 54h36',
  'Home Decor': 'M22 33c12 3 24 3 36 0-3 12-3 24 0 36-12-3-24-3-36 0 3-12 3-24 0-36ZM40 46v14m-7-7h14',
};

function Placeholder({ label, category }: { label: string; category: Category | undefined }) {
  return (
    <svg
      viewBox="0 0 80 100"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      fill="none"
      stroke="currentColor"
      strokeWidth="0.9"
      strokeLinejoin="round"
    >
      <path d={outlines[category ?? 'Tops']} />
      <path d="M24 88h32" strokeDasharray="2 2" />
    </svg>
  );
}
