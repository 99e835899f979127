import {
  allowed,
  type Change,
  readPreferences,
  type StoredPreferences,
  VERSION,
  readVersion,
} from '../../lib/preferences';

/**
 * `unreadable`: the file is too large, or not a JSON object. `missing`: a group is missing. `newer`: a newer version of the
 * shop wrote the file. `wrong`: a name or a value is invalid.
 */
type Refusal = 'unreadable' | 'missing' | 'newer' | 'wrong';

/** Thrown when a file is refused. A refused file changes no preference. */
export class RefusedFile extends Error {
  constructor(
    readonly refusal: Refusal,
    /** The missing groups (`preferences`, `metadata`), or the names of the invalid preferences. */
    readonly names: string[] = [],
  ) {
    super(`${refusal} ${names.join(', ')}`);
  }
}

type UnknownRecord = Record<string, unknown>;
const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function writePreferenceFile(): string {
  const metadata = { version: VERSION, lastUpdated: new Date().toISOString(), source: 'user' as const };
  return JSON.stringify({ preferences: readPreferences(), metadata } satisfies StoredPreferences, null, 2);
}

/** Reads the preferences in a file, which can omit some of them. @throws {RefusedFile} */
export function readPreferenceFile(text: string): Change {
  const file = parseFile(text);
  const missing = ['preferences', 'metadata'].filter((name) => !isRecord(file[name]));
  if (missing.length > 0) throw new RefusedFile('missing', missing);
  if (readVersion(file) > VERSION) throw new RefusedFile('newer');
  const invalid = findInvalidNames(file.preferences as UnknownRecord, allowed);
  if (invalid.length > 0) throw new RefusedFile('wrong', invalid);
  return file.preferences as Change;
}

function parseFile(text: string): UnknownRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // A text that is not JSON is refused below.
  }
  throw new RefusedFile('unreadable');
}

function findInvalidNames(values: UnknownRecord, choices: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const choice = Object.hasOwn(choices, name) ? (choices as UnknownRecord)[name] : undefined;
    if (Array.isArray(choice)) return choice.includes(value) ? [] : [prefix + name];
    return isRecord(choice) && isRecord(value) ? findInvalidNames(value, choice, `${prefix}${name}.`) : [prefix + name];
  });
}
