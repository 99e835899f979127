import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './health.module.css';
import { looks } from './status-colors';
import type { PartOfShop } from './operations-parts';
import { StateMark } from '../state-mark';

export function PartList({ title, parts }: { title: string; parts: PartOfShop[] }) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.group}>
      <h2 id={heading}>{title}</h2>
      <ul className="figures">
        {parts.map(({ id, name, state, text }) => (
          <li key={id} data-look={looks.part[state]}>
            <StateMark look={looks.part[state]}>{t(`operations:state.${state}`)}</StateMark>
            <div>
              <strong>{name}</strong>
              <span className="muted small">{text}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
