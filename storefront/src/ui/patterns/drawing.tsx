import type { ReactNode } from 'react';

const drawings = {
  /** An empty hanger, for an empty list. */
  hanger: (
    <>
      <path d="M48 30v-4c0-2 1-3 3-4 2-1 3-3 3-5a6 6 0 0 0-12 0" />
      <path d="M48 30 14 56c-3 2-2 6 2 6h64c4 0 5-4 2-6L48 30Z" />
      <path d="M16 70h64" strokeDasharray="4 5" />
    </>
  ),
  /** A measuring tape, for a search without results. */
  tape: (
    <>
      <circle cx="34" cy="40" r="22" />
      <circle cx="34" cy="40" r="8" />
      <path d="M34 62h50v-12H54" />
      <path d="M62 62v-5m7 5v-7m7 7v-5" />
    </>
  ),
  /** A torn thread, for an error. */
  thread: (
    <>
      <path d="M24 12h28v8H24zM24 60h28v8H24zM28 20v40m20-40v40M28 28h20M28 36h20M28 44h20M28 52h20" />
      <path d="M48 56c14 0 10-16 20-16 6 0 6 6 2 8" />
      <path d="m78 34 5-4m-3 10 7-1m-10-12 2-6" />
    </>
  ),
  /** Shears on a dashed line, for a missing page. */
  shears: (
    <>
      <circle cx="22" cy="26" r="8" />
      <circle cx="22" cy="54" r="8" />
      <path d="m29 30 40 20M29 50l40-20" />
      <path d="M52 40h38" strokeDasharray="4 5" />
    </>
  ),
  /** A pattern envelope, for a completed action. */
  envelope: (
    <>
      <path d="M20 10h56v60H20z" />
      <path d="M36 30c4 4 8 5 12 5s8-1 12-5l6 8-6 4v20H36V42l-6-4 6-8Z" />
      <path d="M28 18h22" />
    </>
  ),
};

export type DrawingName = keyof typeof drawings;

/** A decorative line drawing for an empty state, an error or a completed action. */
export default function Drawing({ name }: { name: DrawingName }): ReactNode {
  return (
    <svg
      width="96"
      height="80"
      viewBox="0 0 96 80"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  );
}
