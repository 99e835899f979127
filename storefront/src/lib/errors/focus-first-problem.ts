/** The maximum number of animation frames to wait. A slow phone renders the errors within this time. */
const maxFrames = 30;

/** The form that was submitted last. A screen has other forms too, such as the newsletter's. */
let submitted: EventTarget | null = null;
document.addEventListener('submit', ({ target }) => (submitted = target), { capture: true });

/** Waits until an error of the submitted form is rendered, and focuses its first invalid field. */
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
