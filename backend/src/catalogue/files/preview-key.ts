/** Where a prepared file lies for its designer to look at, while it waits for their confirmation. */
export const previewKey = (fileId: string) => `previews/${fileId}.pdf`;
