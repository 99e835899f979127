import { useId } from 'react';
import styles from './choice.module.css';

interface TickProps {
  label: string;
  hint: string;
  checked: boolean;
  onTick: (checked: boolean) => void;
}

/** Yes or no, with a whole tile to press. */
export function Tick({ label, hint, checked, onTick }: TickProps) {
  const id = useId();
  return (
    <div className={styles.tick}>
      <label className={styles.tile}>
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onTick(event.currentTarget.checked)}
          aria-describedby={id}
        />
        <span>{label}</span>
      </label>
      <p id={id} className="muted small">
        {hint}
      </p>
    </div>
  );
}
