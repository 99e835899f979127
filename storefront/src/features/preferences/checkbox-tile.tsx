import { useId } from 'react';
import styles from './choice.module.css';

interface CheckboxTileProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox in a tile. A click anywhere on the tile changes the checkbox. */
export function CheckboxTile({ label, hint, checked, onChange }: CheckboxTileProps) {
  const id = useId();
  return (
    <div className={styles.checkbox}>
      <label className={styles.tile}>
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
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
