/** Animation frames to wait; enough for a slow phone to render the errors. */
const maxFrames = 30;

/** A screen has other forms, such as the newsletter's; their errors do not belong to the submitted form. */
let submitted: EventTarget | null = null;
document.addEventListener('submit', ({ target }) => (submitted = target), { capture: true });

/** Focuses the first invalid field of the submitted form once its error is rendered. */
export function focusFirstProblem(): void {
  let frames = 0;
  const check = () => {
    const form = submitted instanceof HTMLFormElement ? submitted : null;
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    frames += 1;
    if (field) field.focus();
    else if (frames < maxFrames) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
