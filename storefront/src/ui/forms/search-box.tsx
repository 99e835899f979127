import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CloseButton } from '../overlays/icon-button';
import { TextBox } from './text-box';

interface SearchBoxProps extends Omit<ComponentProps<typeof TextBox>, 'onChange' | 'end'> {
  value: string;
  /** The label of the button that empties the box. */
  clearLabel?: string;
  onSearch: (text: string) => void;
}

const pauseMs = 300;

/** A search field. It searches when the user stops typing for 300 ms, or immediately when the user empties the field. */
export function SearchBox({ value, clearLabel, onSearch, ...box }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);

  useEffect(() => {
    // Shows a new value from the URL that the box did not send itself, for example after the back button.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  // Calls the newest `onSearch` after the pause. An older function would undo a filter that was chosen during the pause.
  const search = useRef(onSearch);
  useLayoutEffect(() => {
    search.current = onSearch;
  }, [onSearch]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (text: string) => {
    clearTimeout(timer.current);
    sent.current = text.trim();
    search.current(text.trim());
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    if (text.trim() === '') send('');
    else timer.current = setTimeout(() => send(text), pauseMs);
  };
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(typed);
        }}
      >
        <TextBox
          {...box}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          end={clearLabel && typed && <CloseButton aria-label={clearLabel} onClick={() => type('')} />}
        />
      </form>
    </search>
  );
}
