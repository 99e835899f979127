import { useTranslation } from 'react-i18next';
import styles from './hero.module.css';

/** How much larger each nested size is than the smallest size, in units of the drawing. */
const growths = [0, 9, 18, 27];

/** A drawing of a printed pattern sheet: nested sizes, grain line, notches and the test square. */
export function PatternSheet() {
  const { t } = useTranslation();
  return (
    <svg
      className={styles.sheet}
      viewBox="0 0 560 500"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <rect x="8" y="8" width="544" height="484" fill="var(--sheet)" stroke="var(--hairline)" />
      <path d="M189 8v484M371 8v484M8 250h544" stroke="var(--hairline)" strokeDasharray="3 6" />
      {growths.map((grow) => (
        <Front key={grow} grow={grow} outer={grow === 27} />
      ))}
      <g stroke="var(--accent)">
        <path d="M96 170v200m-6-9 6 9 6-9m-12-182 6-9 6 9" strokeWidth="1.4" />
        <path d="m246 186 12 3m-8-16 12 3" strokeWidth="1.6" />
        <path d="M62 150h12v230H62" strokeWidth="1.2" />
      </g>
      <path d="m150 424 16-110 16 108" strokeDasharray="5 4" />
      {growths.map((grow) => (
        <Sleeve key={grow} grow={grow} outer={grow === 27} />
      ))}
      <path d="M432 120v120m-6-9 6 9 6-9m-12-102 6-9 6 9" stroke="var(--accent)" strokeWidth="1.4" />
      <rect x="440" y="384" width="76" height="76" strokeWidth="1.4" />
      <g fill="currentColor" stroke="none" fontFamily="var(--sans)" fontSize="15">
        <text x="478" y="427" textAnchor="middle">
          5 × 5 cm
        </text>
        <text x="110" y="236" fontFamily="var(--serif)" fontSize="20">
          {t('home:sheet.front')}
        </text>
        <text x="110" y="256" fill="var(--muted)" fontSize="13">
          {t('home:sheet.fold')}
        </text>
        <text x="432" y="278" textAnchor="middle" fontFamily="var(--serif)" fontSize="20">
          {t('home:sheet.sleeve')}
        </text>
        <text x="300" y="452" fill="var(--muted)">
          {t('home:sheet.sizes')}
        </text>
      </g>
    </svg>
  );
}

function Front({ grow, outer }: { grow: number; outer: boolean }) {
  const side = 236 + grow;
  return (
    <path
      d={`M74 ${130 - grow * 0.2}C104 ${128 - grow * 0.2} 118 104 ${120 + grow * 0.2} ${76 - grow * 0.5}L${212 + grow * 0.8} ${104 - grow * 0.5}C${214 + grow * 0.6} 150 ${222 + grow * 0.5} 182 ${side + 6} ${206 - grow * 0.2}C${side - 6} 280 ${side - 14} 320 ${side - 2} ${424 + grow * 0.3}L74 ${432 + grow * 0.5}Z`}
      strokeWidth={outer ? 1.8 : 0.9}
      opacity={outer ? 1 : 0.55}
      strokeDasharray={grow === 9 ? '7 4' : grow === 18 ? '2 4' : undefined}
    />
  );
}

function Sleeve({ grow, outer }: { grow: number; outer: boolean }) {
  const halfWidth = 66 + grow;
  return (
    <path
      d={`M${432 - halfWidth} 170C${432 - halfWidth + 24} ${160 - grow * 0.4} ${400 - grow * 0.4} ${62 - grow * 0.6} 432 ${62 - grow * 0.6}S${432 + halfWidth - 22} ${160 - grow * 0.4} ${432 + halfWidth} 170L${432 + halfWidth - 16} ${306 + grow * 0.6}H${432 - halfWidth + 16}Z`}
      strokeWidth={outer ? 1.8 : 0.9}
      opacity={outer ? 1 : 0.55}
      strokeDasharray={grow === 9 ? '7 4' : grow === 18 ? '2 4' : undefined}
    />
  );
}
