import { useTranslation } from 'react-i18next';
import { Prose } from '../../ui/texts/prose';
import { fabricDrawings } from './drawings-fabric';
import { paperDrawings } from './drawings-paper';
import styles from './tutorials.module.css';

export type TopicName = 'scale' | 'assemble' | 'copyshop' | 'layers' | 'projector' | 'seams';

interface Step {
  drawing: string;
  title: string;
  text: string;
}

/** One topic: an introduction, three drawn steps, and tips. */
export function Topic({ name }: { name: TopicName }) {
  const { t } = useTranslation();
  const steps = t(`tutorials:topics.${name}.steps`, { returnObjects: true }) as Step[];
  const tips = t(`tutorials:topics.${name}.tips`, { returnObjects: true }) as string[];
  return (
    <section className={styles.topic} aria-labelledby={name}>
      <div className={styles.head}>
        <h2 id={name}>{t(`tutorials:topics.${name}.title`)}</h2>
        <p>{t(`tutorials:topics.${name}.text`)}</p>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ drawing, title, text }) => (
          <li key={drawing}>
            <svg viewBox="0 0 160 110" aria-hidden="true">
              {paperDrawings[drawing] ?? fabricDrawings[drawing]}
            </svg>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className={styles.tips}>
        <Prose text={tips} />
      </div>
    </section>
  );
}
