import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Prose } from '../../ui/texts/prose';
import styles from './help.module.css';

export interface QuestionWords {
  id: string;
  question: string;
  answer: string[];
}

/** A question that opens to its answer; a link to it opens it, too. */
export function Question({ id, question, answer }: QuestionWords) {
  const { hash } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (hash !== `#${id}` || !details.current) return;
    details.current.open = true;
    details.current.scrollIntoView({ block: 'start' });
  }, [hash, id]);
  return (
    <details ref={details} id={id} className={styles.question}>
      <summary>{question}</summary>
      <div className={styles.answer}>
        <Prose text={answer} />
      </div>
    </details>
  );
}
