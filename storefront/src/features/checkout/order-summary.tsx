import { useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { truncate, formatPrice } from '../../lib/format';
import { LocalLink } from '../../lib/language-path';
import { PatternImage } from '../../ui/patterns/pattern-image';
import styles from './checkout.module.css';

export function OrderSummary({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  return (
    <section className={styles.summary} aria-label={t('checkout:summary')}>
      <PatternImage src={pattern.preview_images[0]} alt="" category={pattern.category} eager />
      <div>
        <h2>
          <LocalLink to={`/patterns/${pattern.id}`}>{pattern.title}</LocalLink>
        </h2>
        <p className="muted">{t('pattern:by', { name: pattern.designer_name })}</p>
        <p className="figures">
          <strong>{pattern.price === 0 ? t('pattern:free') : formatPrice(pattern.price, pattern.currency)}</strong>
        </p>
        <p className="small">{truncate(pattern.description, 100)}</p>
        <p className="small">{pattern.files.map((file) => t(`pattern:kind.${file.kind}`)).join(', ')}</p>
      </div>
    </section>
  );
}
