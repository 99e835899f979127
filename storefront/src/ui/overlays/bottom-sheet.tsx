import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './bottom-sheet.module.css';
import { CloseButton } from './icon-button';

interface BottomSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

/** A modal dialog at the lower edge. The browser keeps the focus inside and restores the previous focus when it closes. */
export function BottomSheet({ opened, onClose, title, closeLabel, children }: BottomSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click outside the sheet closes it; the keyboard uses Escape
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {opened && (
        <div className={styles.content}>
          <div className={styles.head}>
            <h2 id={heading}>{title}</h2>
            <CloseButton aria-label={closeLabel} onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
