const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text that others wrote, for a line on the screen: what would steer the terminal, or begin a new line, shows as `�`. */
export const oneLine = (text: string): string => text.replace(STEERING, '\uFFFD');
