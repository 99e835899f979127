import styles from './account.module.css';

/** Says below a form how it went; there from the start, so that screen readers notice the change. */
export function FormNote({ text }: { text: string | undefined }) {
  return <output className={styles.note}>{text}</output>;
}
