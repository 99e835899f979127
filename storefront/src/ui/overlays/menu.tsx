import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  /** The visible content of the button. */
  face: ReactNode;
  className?: string;
  /** Links and buttons with role="menuitem". The choice of an item with `data-stay` leaves the menu open. */
  children: ReactNode;
}

/** The index of the item to focus, by key. */
const steps: Record<string, (now: number, count: number) => number> = {
  ArrowDown: (now, count) => (now + 1) % count,
  ArrowUp: (now, count) => (now - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button with a menu. Arrow keys move the focus. Choosing an item, Escape, Tab or a click outside closes the menu. */
export function Menu({ label, face, className, children }: MenuProps) {
  const [opened, setOpened] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  const close = () => {
    setOpened(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!opened) return undefined;
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const closeOnOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpened(false);
    };
    document.addEventListener('pointerdown', closeOnOutside);
    document.addEventListener('focusin', closeOnOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOnOutside);
      document.removeEventListener('focusin', closeOnOutside);
    };
  }, [opened]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Closing focuses the button, so that Tab then moves to the element after the button.
    if (opened && ['Escape', 'Tab'].includes(event.key)) close();
    const step = steps[event.key];
    if (!step || (!opened && !event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    setOpened(true);
    const all = items();
    all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus();
  };
  const choose = (event: { target: EventTarget }) => {
    const item = (event.target as Element).closest('[role="menuitem"]');
    if (item && !item.hasAttribute('data-stay')) close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the button and of its menu
    <div ref={root} className={styles.root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        {face}
      </button>
      {opened && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the items in it receive clicks and focus
        <div id={id} role="menu" aria-label={label} className={styles.menu} onClick={choose}>
          {children}
        </div>
      )}
    </div>
  );
}
