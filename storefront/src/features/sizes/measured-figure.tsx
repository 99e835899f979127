import styles from './sizes.module.css';

/** Each measurement: its number, the line of the tape measure, and the position of the number. */
const tapes: [number: number, line: string, x: number, y: number][] = [
  [1, 'M56 110c14 8 54 8 68 0', 136, 114],
  [2, 'M63 146c10 6 44 6 54 0', 129, 150],
  [3, 'M52 188c14 8 62 8 76 0', 140, 194],
  [4, 'M308 82v66', 322, 120],
  [5, 'M338 92c10 26 16 52 18 86', 368, 142],
  [6, 'M308 214v166', 294, 298],
  [7, 'M24 24v358m-6-358h12m-12 358h12', 14, 200],
  [8, 'M290 40c8 6 28 6 36 0', 340, 44],
];

/** A body from the front and the back, with the lines of the measurements. */
export function MeasuredFigure({ label }: { label: string }) {
  return (
    <svg className={styles.figure} viewBox="0 0 400 388" role="img" aria-label={label}>
      <Body x={90} />
      <Body x={308} />
      <g className={styles.tape}>
        {tapes.map(([number, line]) => (
          <path key={number} d={line} />
        ))}
      </g>
      {tapes.map(([number, , x, y]) => (
        <g key={number}>
          <circle className={styles.dot} cx={x} cy={y} r="10" />
          <text className={styles.number} x={x} y={y + 5} textAnchor="middle">
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** One half of the body's outline. `Body` draws it twice, the second time mirrored. */
const halfOutline =
  'M0 24c11 0 18 8 18 19s-5 17-10 20v12c2 5 12 7 23 10 8 3 12 9 14 19l14 78c1 6-6 8-9 3l-18-62-2 10c-1 8-3 10-3 14s3 12 7 22c5 12 5 22 4 40l-8 84-3 78c0 5-2 9-4 11h-17l-6-94V212H0';

function Body({ x }: { x: number }) {
  return (
    <g className={styles.body} transform={`translate(${x} 0)`}>
      <path d={halfOutline} />
      <path d={halfOutline} transform="scale(-1 1)" />
    </g>
  );
}
