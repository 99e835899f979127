import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './health.module.css';
import { statusColors } from './status-colors';
import type { ShopPart } from './operations-parts';
import { StateTag } from '../state-tag';

export function PartList({ title, parts }: { title: string; parts: ShopPart[] }) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.group}>
      <h2 id={heading}>{title}</h2>
      <ul className="figures">
        {parts.map(({ id, name, state, text }) => (
          <li key={id} data-color={statusColors.part[state]}>
            <StateTag color={statusColors.part[state]}>{t(`operations:state.${state}`)}</StateTag>
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
