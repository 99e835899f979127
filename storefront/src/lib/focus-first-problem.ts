/** Enough for a slow phone to draw what has just been found wrong. */
const mostFrames = 30;

/** Leads keyboard and screen reader to the first field that has a problem, once it is drawn. */
export function focusFirstProblem(): void {
  let frames = 0;
  const look = () => {
    const field = document.querySelector<HTMLElement>('form [aria-invalid="true"]');
    frames += 1;
    if (field) field.focus();
    else if (frames < mostFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
