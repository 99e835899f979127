import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './uploads.module.css';

interface DropAreaProps {
  disabled?: boolean;
  onDrop: (files: File[]) => void;
  children: ReactNode;
}

/** Accepts dropped files. With a keyboard or a touch screen, users choose files with the button inside. */
export function DropArea({ disabled, onDrop, children }: DropAreaProps) {
  const [draggedOver, setDraggedOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
    setDraggedOver(!disabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled && files.length > 0) onDrop(files);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keyboard users choose files with the button inside
    <div
      className={styles.area}
      data-over={draggedOver || undefined}
      onDragOver={drag}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
