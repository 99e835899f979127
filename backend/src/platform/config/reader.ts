import { readFileSync } from 'node:fs';
import { PLACEHOLDER, findWeakness, findUrlWeakness } from './weak-settings.js';

/** Reads single settings. Collects the problems; a problem contains the name of the setting, never its value. */
export class ConfigReader {
  readonly problems: string[] = [];
  readonly production: boolean;

  constructor(private readonly env: NodeJS.ProcessEnv) {
    this.production = env.NODE_ENV?.trim() === 'production';
  }

  problem(name: string, message: string): void {
    this.problems.push(`${name}: ${message}`);
  }

  /** Adds the problem if the setting is `weak`, in production only. */
  refuse(weak: boolean, name: string, message: string): void {
    if (this.production && weak) this.problem(name, message);
  }

  /** The value of the variable, or the content of the file that NAME_FILE names. */
  text(name: string): string | undefined {
    const file = this.env[`${name}_FILE`];
    if (!file) return this.env[name]?.trim() || undefined;
    try {
      return readFileSync(file, 'utf8').trim() || undefined;
    } catch {
      this.problem(`${name}_FILE`, 'the file cannot be read');
      return undefined;
    }
  }

  required(name: string, expected: string): string {
    const value = this.text(name);
    if (value === undefined) this.problem(name, `missing; expected ${expected}`);
    return value ?? '';
  }

  /** A text about the shop that customers read. It is required in production; elsewhere there is a fallback. */
  operatorText(name: string, expected: string, fallback: string): string {
    const value = this.production ? this.required(name, expected) : (this.text(name) ?? fallback);
    this.refuse(PLACEHOLDER.test(value), name, `looks like a placeholder; expected ${expected}`);
    return value;
  }

  /** A public identifier. Unlike a secret, it is allowed to be easy to guess. */
  id(name: string): string | null {
    const value = this.text(name) ?? null;
    this.refuse(value !== null && PLACEHOLDER.test(value), name, 'looks like a placeholder');
    return value;
  }

  /** @param minLength the minimum number of characters in production */
  secret(name: string, expected: string, minLength = 16): string {
    const value = this.required(name, expected);
    const weakness = value === '' ? null : findWeakness(value, minLength);
    this.refuse(weakness !== null, name, `${weakness}; production needs ${expected}`);
    return value;
  }

  list(name: string): string[] | undefined {
    return this.text(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  url(name: string, value: string | undefined, protocols: string[]): string | null {
    if (!value) return null;
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      this.problem(name, `not a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    } else {
      const weakness = findUrlWeakness(new URL(value));
      this.refuse(weakness !== null, name, weakness ?? '');
    }
    return value.replace(/\/+$/, '');
  }

  webUrl(name: string, value = this.text(name)): string | null {
    return this.url(name, value, ['http:', 'https:']);
  }

  /** A URL, or a path of the shop that the API forwards to the URL in the setting that `upstream` names. */
  urlOrPath(name: string, upstream: string): string | null {
    const value = this.text(name);
    if (!value?.startsWith('/')) return this.webUrl(name, value);
    if (!/^\/[a-z-]+$/.test(value)) this.problem(name, 'a path must be one word such as /storage');
    else if (!this.text(upstream)) this.problem(name, `a path needs ${upstream}`);
    return value;
  }

  port(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535) return Number(value);
    this.problem(name, 'not a port number between 1 and 65535');
    return fallback;
  }

  count(name: string, fallback: number, max: number): number {
    const value = Number(this.text(name) ?? fallback);
    if (Number.isInteger(value) && value >= 1 && value <= max) return value;
    this.problem(name, `not a whole number between 1 and ${max}`);
    return fallback;
  }

  onOff(name: string, fallback = 'on'): boolean {
    const value = this.text(name) ?? fallback;
    if (!['on', 'off'].includes(value)) this.problem(name, 'must be on or off');
    return value === 'on';
  }
}
