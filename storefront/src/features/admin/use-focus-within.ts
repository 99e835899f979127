import { type RefObject, useEffect, useState } from 'react';

/** Whether the focus is inside the element. */
export function useFocusWithin(element: RefObject<HTMLElement | null>): boolean {
  const [within, setWithin] = useState(false);
  useEffect(() => {
    const check = () => setWithin(element.current?.contains(document.activeElement) ?? false);
    // When another element gets the focus, it is the `relatedTarget`, and its `focusin` event calls `check`.
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
