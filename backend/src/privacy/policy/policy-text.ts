/** The policy in one language; `{seller}`, `{address}`, `{email}` and `{shop}` are placeholders. */
export interface PolicyText {
  title: string;
  sections: { id: string; heading: string; paragraphs: string[] }[];
}
