import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnPattern } from '../../../api/studio';
import styles from '../studio.module.css';

interface PublishChecklistProps {
  pattern: OwnPattern | undefined;
  unsaved: boolean;
}

/** The requirements for publishing a pattern. A missing requirement is a link to its section. */
export function PublishChecklist({ pattern, unsaved }: PublishChecklistProps) {
  const { t } = useTranslation();
  const requirements = [
    { section: 'texts', done: Boolean(pattern) && !unsaved, label: pattern && unsaved ? 'unsaved' : 'texts' },
    { section: 'files', done: pattern ? !pattern.missing.includes('files') : false, label: fileLabel(pattern) },
    { section: 'pictures', done: pattern ? !pattern.missing.includes('preview_images') : false, label: 'picture' },
  ];
  return (
    <ul className={styles.checklist}>
      {requirements.map(({ section, done, label }) => (
        <li key={section} data-done={done || undefined}>
          <span className={styles.box} aria-hidden="true" />
          {done ? (
            <span>
              {t(`studio:checklist.${label}`)}{' '}
              <VisuallyHidden component="span">{t('studio:checklist.done')}</VisuallyHidden>
            </span>
          ) : (
            <a href={`#${section}`} onClick={(event) => scrollTo(event, section)}>
              {t(`studio:checklist.${label}`)}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function fileLabel(pattern: OwnPattern | undefined): string {
  if (!pattern?.missing.includes('files')) return 'file';
  const states = new Set(pattern.files.map(({ state }) => state));
  if (states.has('uploaded')) return 'fileChecking';
  return states.has('needs-confirmation') ? 'fileConfirm' : 'file';
}

/** Scrolls without a change of the URL, because the router would treat that change as leaving the page. */
function scrollTo(event: React.MouseEvent, section: string): void {
  event.preventDefault();
  const heading = document.getElementById(`${section}-title`);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
