import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { focusFirstProblem } from './focus-first-problem';

it('focuses the first invalid field of the submitted form, not one of another form', async () => {
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
