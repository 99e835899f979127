/** A worker that is killed while it joins a copy leaves an upload open; nobody else would ever end it. */
export const CLEANING = {
  LifecycleConfiguration: {
    Rules: [
      {
        ID: 'abandoned-uploads',
        Status: 'Enabled' as const,
        Filter: { Prefix: '' },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ],
  },
};

interface CorsRule {
  AllowedOrigins: string[] | undefined;
  AllowedMethods: string[] | undefined;
}

/** Pages of the shop may fill in the forms of `Files.presignUpload`. */
export const uploadRule = (shopOrigin: string) => ({
  AllowedOrigins: [shopOrigin],
  AllowedMethods: ['POST'],
  AllowedHeaders: ['*'],
  MaxAgeSeconds: 3_600,
});

export const allowsUploads = (rule: CorsRule, shopOrigin: string): boolean =>
  Boolean(rule.AllowedOrigins?.includes(shopOrigin) && rule.AllowedMethods?.includes('POST'));
