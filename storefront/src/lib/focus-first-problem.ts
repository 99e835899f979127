/** Enough for a slow phone to draw what has just been found wrong. */
const mostFrames = 30;

/** A screen has other forms, such as the newsletter's; their errors do not belong to the submitted form. */
let submitted: EventTarget | null = null;
document.addEventListener('submit', ({ target }) => (submitted = target), { capture: true });

/** Leads keyboard and screen reader to the first problem of the form that was sent off, once it is drawn. */
export function focusFirstProblem(): void {
  let frames = 0;
  const look = () => {
    const form = submitted instanceof HTMLFormElement ? submitted : null;
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    frames += 1;
    if (field) field.focus();
    else if (frames < mostFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
