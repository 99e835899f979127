/** The policy in one language; `{seller}`, `{address}`, `{email}` and `{shop}` are put in when it is read. */
export interface PolicyText {
  title: string;
  sections: { id: string; heading: string; paragraphs: string[] }[];
}
