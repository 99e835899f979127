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

/** Searches when the user stops typing for 300 ms; emptying the box searches at once. */
export function SearchBox({ value, clearLabel, onSearch, ...box }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);

  useEffect(() => {
    // The back button or a chip has changed the URL. The box follows, unless the change was its own.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  // A filter chosen during the pause applies together with the typed text.
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
