import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Prose } from '../../ui/texts/prose';
import styles from './help.module.css';

export interface QuestionText {
  id: string;
  question: string;
  answer: string[];
}

/** A question with its answer, closed at first. A link to the question opens it. */
export function Question({ id, question, answer }: QuestionText) {
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
