import {
  allowed,
  type Change,
  readPreferences,
  type StoredPreferences,
  VERSION,
  readVersion,
} from '../../lib/preferences';

type Refusal = 'unreadable' | 'missing' | 'newer' | 'wrong';

/** The reason why a file was refused. A refused file changes no preference. */
export class RefusedFile extends Error {
  constructor(
    readonly refusal: Refusal,
    /** The missing groups, or the preferences with an invalid value. */
    readonly names: string[] = [],
  ) {
    super(`${refusal} ${names.join(', ')}`);
  }
}

type Loose = Record<string, unknown>;
const isGroup = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function writePreferenceFile(): string {
  const metadata = { version: VERSION, lastUpdated: new Date().toISOString(), source: 'user' as const };
  return JSON.stringify({ preferences: readPreferences(), metadata } satisfies StoredPreferences, null, 2);
}

/** Reads the preferences in a file; it may omit some. @throws {RefusedFile} */
export function readPreferenceFile(text: string): Change {
  const file = parsed(text);
  const missing = ['preferences', 'metadata'].filter((name) => !isGroup(file[name]));
  if (missing.length > 0) throw new RefusedFile('missing', missing);
  if (readVersion(file) > VERSION) throw new RefusedFile('newer');
  const wrong = wrongNames(file.preferences as Loose, allowed);
  if (wrong.length > 0) throw new RefusedFile('wrong', wrong);
  return file.preferences as Change;
}

function parsed(text: string): Loose {
  try {
    const value: unknown = JSON.parse(text);
    if (isGroup(value)) return value;
  } catch {
    // Refused below.
  }
  throw new RefusedFile('unreadable');
}

function wrongNames(values: Loose, choices: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const choice = Object.hasOwn(choices, name) ? (choices as Loose)[name] : undefined;
    if (Array.isArray(choice)) return choice.includes(value) ? [] : [prefix + name];
    return isGroup(choice) && isGroup(value) ? wrongNames(value, choice, `${prefix}${name}.`) : [prefix + name];
  });
}
