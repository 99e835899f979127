import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './uploads.module.css';

interface NewVersionProps {
  file: File;
  onSend: (changelog: string) => void;
  onCancel: () => void;
}

const isChangelog = (text: string) => text.trim() !== '' && [...text.trim()].length <= 1000;

/** Asks for a description of the changes before a new version of a sold file is uploaded. */
export function NewVersion({ file, onSend, onCancel }: NewVersionProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const problem = submitted && !isChangelog(text);
  return (
    <div className={styles.sending}>
      <p className={styles.fileName}>{file.name}</p>
      <Textarea
        ref={field}
        size="md"
        rows={3}
        label={t('studio:file.changelog')}
        description={t('studio:file.changelogHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problem && t('studio:problem.changelog')}
      />
      <div className={styles.actions}>
        <Button
          onClick={() => {
            setSubmitted(true);
            if (isChangelog(text)) onSend(text.trim());
            else field.current?.focus();
          }}
        >
          {t('studio:file.send')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('studio:cancel')}
        </Button>
      </div>
    </div>
  );
}
