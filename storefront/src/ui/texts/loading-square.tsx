import styles from './loading.module.css';

/** The loading indicator: an animated square, drawn like the test square that designers print on patterns. */
export function LoadingSquare({ label }: { label: string }) {
  return (
    <output className={styles.root}>
      <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
        <rect
          className={styles.trace}
          x="4"
          y="4"
          width="48"
          height="48"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
        <text x="28" y="33" textAnchor="middle" fontSize="14" fill="currentColor">
          5 cm
        </text>
      </svg>
      <span className={styles.label}>{label}</span>
    </output>
  );
}
