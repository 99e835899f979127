import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';

interface ChoiceProps<Value extends string> {
  name: string;
  legend: string;
  hint?: string;
  value: Value;
  options: readonly { value: Value; label: string; lang?: string; sample?: ReactNode }[];
  onChoose: (value: Value) => void;
}

/** Radio buttons in tiles, side by side. A click anywhere on a tile chooses its option. */
export function Choice<Value extends string>({ name, legend, hint, value, options, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={hint ? `${id}hint` : undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p id={`${id}hint`} className="muted small">
          {hint}
        </p>
      )}
      <div className={styles.tiles}>
        {options.map((option) => (
          <label key={option.value} className={styles.tile} lang={option.lang}>
            <input
              type="radio"
              name={id + name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
            {option.sample}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
