import { type RefObject, useEffect, useState } from 'react';

/** Whether the element contains the keyboard focus or the last clicked element. */
export function useFocusWithin(place: RefObject<HTMLElement | null>): boolean {
  const [within, setWithin] = useState(false);
  useEffect(() => {
    const look = () => setWithin(place.current?.contains(document.activeElement) ?? false);
    // While the focus moves it is nowhere.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget) setWithin(false);
    };
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', leave);
    };
  }, [place]);
  return within;
}
