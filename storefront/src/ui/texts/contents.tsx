import styles from './contents.module.css';

/** The table of contents of a long page. */
export function Contents({ label, parts }: { label: string; parts: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label={label} className={styles.contents}>
      <ul>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
