import { RichText } from './rich-text';
import styles from './prose.module.css';

/** Renders paragraphs. Consecutive lines that start with a dash become a list. */
export function Prose({ text }: { text: readonly string[] }) {
  const blocks: (string | string[])[] = [];
  for (const line of text) {
    const last = blocks.at(-1);
    if (!line.startsWith('– ')) blocks.push(line);
    else if (Array.isArray(last)) last.push(line.slice(2));
    else blocks.push([line.slice(2)]);
  }
  return blocks.map((block) =>
    Array.isArray(block) ? (
      <ul key={block[0]} className={styles.list}>
        {block.map((line) => (
          <li key={line}>
            <RichText text={line} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={block} className={styles.paragraph}>
        <RichText text={block} />
      </p>
    ),
  );
}
