/** What a decision against a user is based on: a law, or the shop's terms (Art. 17 (3) (d) and (e) DSA). */
export const GROUNDS = ['law', 'terms'] as const;
export type Ground = (typeof GROUNDS)[number];

/** The statement of reasons that a moderator or administrator writes. The affected user reads it. */
export interface Statement {
  /** The facts and circumstances, and why they lead to the decision. */
  reason: string;
  ground: Ground;
  /** The norm, or the clause of the terms. */
  clause: string;
}
