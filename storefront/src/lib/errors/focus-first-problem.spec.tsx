import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { focusFirstProblem } from './focus-first-problem';

it('focusFirstProblem focuses the first invalid field of the submitted form and ignores other forms', async () => {
  render(
    <>
      <form aria-label="other">
        <input aria-label="invalid in the other form" aria-invalid="true" />
      </form>
      <form
        aria-label="submitted"
        onSubmit={(event) => {
          event.preventDefault();
          focusFirstProblem();
        }}
      >
        <input aria-label="valid" />
        <input aria-label="invalid" aria-invalid="true" />
      </form>
    </>,
  );
  fireEvent.submit(screen.getByRole('form', { name: 'submitted' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('invalid')));
});
