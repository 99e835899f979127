import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { focusFirstProblem } from './focus-first-problem';

it('leads to the first problem of the form that was sent off, past those of another form', async () => {
  render(
    <>
      <form aria-label="other">
        <input aria-label="elsewhere" aria-invalid="true" />
      </form>
      <form
        aria-label="mine"
        onSubmit={(event) => {
          event.preventDefault();
          focusFirstProblem();
        }}
      >
        <input aria-label="fine" />
        <input aria-label="wrong" aria-invalid="true" />
      </form>
    </>,
  );
  fireEvent.submit(screen.getByRole('form', { name: 'mine' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('wrong')));
});
