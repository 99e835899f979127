import styles from './account.module.css';

/** The result of a form. The element always exists, so that screen readers announce its text. */
export function FormNote({ text }: { text: string | undefined }) {
  return <output className={styles.note}>{text}</output>;
}
