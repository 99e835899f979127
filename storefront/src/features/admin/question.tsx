import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/forms/button';
import styles from './admin.module.css';

interface QuestionProps {
  question: string;
  /** The label of the button that confirms. */
  yes: string;
  onAnswer: (yes: boolean) => void;
}

/** Asks the user to confirm an action. The cancel button gets the focus, and Escape cancels. */
export function Question({ question, yes, onAnswer }: QuestionProps) {
  const { t } = useTranslation();
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelButton.current?.focus(), []);
  const escape = ({ key }: { key: string }) => {
    if (key === 'Escape') onAnswer(false);
  };
  return (
    <div className={styles.question} role="alertdialog" aria-label={question}>
      <p>{question}</p>
      <Button onClick={() => onAnswer(true)} onKeyDown={escape}>
        {yes}
      </Button>
      <Button ref={cancelButton} variant="outline" onClick={() => onAnswer(false)} onKeyDown={escape}>
        {t('admin:cancel')}
      </Button>
    </div>
  );
}
