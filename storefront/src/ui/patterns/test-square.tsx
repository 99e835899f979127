import { useTranslation } from 'react-i18next';

/** A square of 5 cm, visible only in print. The user measures it to check that the printer did not change the scale. */
export function TestSquare() {
  const { t } = useTranslation();
  return (
    <figure className="print-only" aria-hidden="true" style={{ margin: '2mm 0 0', maxWidth: '5.1cm' }}>
      <svg width="5.1cm" height="5.1cm" viewBox="0 0 51 51" fill="none" stroke="currentColor" strokeWidth="0.3">
        <rect x="0.5" y="0.5" width="50" height="50" />
        <path d="M25.5 0.500v3m0 44v3M0.500 25.500h3m44 0h3" />
        <text x="25.5" y="27" textAnchor="middle" fontSize="4.2" fill="currentColor" stroke="none">
          5 × 5 cm
        </text>
      </svg>
      <figcaption>{t('pattern:testSquare')}</figcaption>
    </figure>
  );
}
