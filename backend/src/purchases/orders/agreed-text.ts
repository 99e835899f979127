import { createHash } from 'node:crypto';

/** The texts of one version, with the hash of their content. */
export interface TextVersion<T> {
  /** `textHash` of the texts. A changed text needs a new version with a new hash; a test compares them. */
  sha256: string;
  texts: T;
}

/**
 * Texts to which buyers agree, by version. Purchases store the version, so that confirmations show the text of the order.
 * Keep every version.
 */
export type TextVersions<T> = Record<string, TextVersion<T>>;

export const textHash = (texts: unknown) => createHash('sha256').update(JSON.stringify(texts)).digest('hex');

/** @throws {Error} for an unknown version, because a confirmation must not show another text */
export function textsOfVersion<T>(versions: TextVersions<T>, version: string): T {
  const found = versions[version];
  if (!found) throw new Error(`The agreed text of version ${version} is missing`);
  return found.texts;
}
