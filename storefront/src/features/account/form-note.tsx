import styles from './account.module.css';

/**
 * Shows the result of an action as a text that screen readers announce. The element exists even without a text, because
 * screen readers announce only changes in existing elements.
 */
export function FormNote({ text }: { text: string | undefined }) {
  return <output className={styles.note}>{text}</output>;
}
