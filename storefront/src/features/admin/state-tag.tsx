import styles from './state-tag.module.css';

export type StatusColor = 'good' | 'warn' | 'bad' | 'waiting' | 'closed';

/** Each colour has its own shape, because colour must not be the only signal. */
const shapes: Record<StatusColor, React.ReactNode> = {
  good: (
    <>
      <circle cx="9" cy="9" r="7.25" />
      <path d="m5.5 9.250 2.500 2.500 4.500-5" />
    </>
  ),
  warn: <path d="M9 2 17 16H1ZM9 7v4m0 2v1" />,
  bad: <path d="M5.750 1.750h6.500l4 4v6.500l-4 4h-6.500l-4-4v-6.500zM6.250 6.250l5.500 5.500m0-5.500-5.500 5.500" />,
  waiting: (
    <>
      <circle cx="9" cy="9" r="7.25" />
      <path d="M9 4.750V9l2.750 2" />
    </>
  ),
  closed: (
    <>
      <rect x="2" y="2" width="14" height="14" rx="2" />
      <path d="M5.500 9h7" />
    </>
  ),
};

/** A state as a word, a shape and a colour. */
export function StateTag({ color, children }: { color: StatusColor; children?: string }) {
  return (
    <span className={styles.tag} data-color={color}>
      <svg
        width="18"
        height="18"
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shapes[color]}
      </svg>
      {children}
    </span>
  );
}
