import { Skeleton } from '../../ui/texts/skeleton';
import { useTranslation } from 'react-i18next';
import type { Designer } from '../../api/designers';
import { LocalLink } from '../../lib/language-path';
import { Avatar } from './avatar';
import styles from './designers.module.css';

export function DesignerCards({ designers }: { designers: Designer[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.cards}>
      {designers.map((designer) => (
        <li key={designer.id} className={styles.card}>
          <Avatar designer={designer} size={80} />
          <div>
            <h2>
              <LocalLink to={`/designers/${designer.slug}`}>{designer.name}</LocalLink>
            </h2>
            {designer.bio && <p className={styles.short}>{designer.bio}</p>}
            <p className="muted small figures">{t('designers:patterns', { count: designer.patternCount })}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function DesignerCardsSkeleton() {
  return (
    <div className={styles.cards} aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.card}>
          <Skeleton style={{ width: 80, height: 80, borderRadius: '50%' }} />
          <Skeleton height={140} />
        </div>
      ))}
    </div>
  );
}
