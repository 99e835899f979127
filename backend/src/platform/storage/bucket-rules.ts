/** Ends multipart uploads that a killed worker left open. */
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

/** Allows the shop's pages to submit the forms of `Files.presignUpload`. */
export const uploadRule = (shopOrigin: string) => ({
  AllowedOrigins: [shopOrigin],
  AllowedMethods: ['POST'],
  AllowedHeaders: ['*'],
  MaxAgeSeconds: 3_600,
});

export const allowsUploads = (rule: CorsRule, shopOrigin: string): boolean =>
  Boolean(rule.AllowedOrigins?.includes(shopOrigin) && rule.AllowedMethods?.includes('POST'));
