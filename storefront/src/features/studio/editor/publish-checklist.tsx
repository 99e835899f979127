import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnPattern } from '../../../api/studio';
import styles from '../studio.module.css';

interface PublishChecklistProps {
  pattern: OwnPattern | undefined;
  unsaved: boolean;
}

/** What a pattern needs before it can be sold; each point leads to its place on the page. */
export function PublishChecklist({ pattern, unsaved }: PublishChecklistProps) {
  const { t } = useTranslation();
  const points = [
    { at: 'texts', done: Boolean(pattern) && !unsaved, words: pattern && unsaved ? 'unsaved' : 'texts' },
    { at: 'files', done: pattern ? !pattern.missing.includes('files') : false, words: fileWords(pattern) },
    { at: 'pictures', done: pattern ? !pattern.missing.includes('preview_images') : false, words: 'picture' },
  ];
  return (
    <ul className={styles.checklist}>
      {points.map(({ at, done, words }) => (
        <li key={at} data-done={done || undefined}>
          <span className={styles.box} aria-hidden="true" />
          {done ? (
            <span>
              {t(`studio:checklist.${words}`)}{' '}
              <VisuallyHidden component="span">{t('studio:checklist.done')}</VisuallyHidden>
            </span>
          ) : (
            <a href={`#${at}`} onClick={(event) => leadTo(event, at)}>
              {t(`studio:checklist.${words}`)}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function fileWords(pattern: OwnPattern | undefined): string {
  if (!pattern?.missing.includes('files')) return 'file';
  const states = new Set(pattern.files.map(({ state }) => state));
  if (states.has('uploaded')) return 'fileChecking';
  return states.has('needs-confirmation') ? 'fileConfirm' : 'file';
}

/** Without a change of the address, which would count as leaving. */
function leadTo(event: React.MouseEvent, section: string): void {
  event.preventDefault();
  const heading = document.getElementById(`${section}-title`);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
