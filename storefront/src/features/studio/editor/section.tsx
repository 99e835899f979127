import type { ReactNode } from 'react';
import styles from '../studio.module.css';

interface SectionProps {
  id: string;
  title: string;
  text?: string;
  children: ReactNode;
}

/** One section of the page; its heading can take the focus. */
export function Section({ id, title, text, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`} id={id}>
      <div>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {text && <p className="muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
