import { type RefObject, useEffect, useState } from 'react';

/** Whether the element contains the keyboard focus or the last clicked element. */
export function useFocusWithin(element: RefObject<HTMLElement | null>): boolean {
  const [within, setWithin] = useState(false);
  useEffect(() => {
    const check = () => setWithin(element.current?.contains(document.activeElement) ?? false);
    // With a `relatedTarget`, a `focusin` event follows and `check` handles it.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget) setWithin(false);
    };
    document.addEventListener('focusin', check);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', check);
      document.removeEventListener('focusout', leave);
    };
  }, [element]);
  return within;
}
