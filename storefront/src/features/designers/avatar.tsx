import { useState } from 'react';
import type { Designer } from '../../api/designers';
import styles from './designers.module.css';

/** The designer's picture. The first letter of the name replaces a missing or broken picture. */
export function Avatar({ designer, size }: { designer: Designer; size: number }) {
  const [broken, setBroken] = useState(false);
  if (designer.avatar_url && !broken) {
    return (
      <img
        className={styles.avatar}
        src={designer.avatar_url}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {[...designer.name][0]}
    </span>
  );
}
