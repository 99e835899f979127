import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './uploads.module.css';

interface DropAreaProps {
  disabled?: boolean;
  onDrop: (files: File[]) => void;
  children: ReactNode;
}

/** Accepts dropped files; the button inside does the same for keyboard and touch. */
export function DropArea({ disabled, onDrop, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
    setOver(!disabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled && files.length > 0) onDrop(files);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra way beside the button
    <div
      className={styles.place}
      data-over={over || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
