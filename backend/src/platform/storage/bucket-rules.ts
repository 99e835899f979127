/** The lifecycle of the bucket: S3 aborts multipart uploads after a day, because a killed worker leaves them open. */
export const LIFECYCLE = {
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

/** A CORS rule that allows the shop's pages to submit the forms of `Files.presignUpload`. */
export const uploadRule = (shopOrigin: string) => ({
  AllowedOrigins: [shopOrigin],
  AllowedMethods: ['POST'],
  AllowedHeaders: ['*'],
  MaxAgeSeconds: 3_600,
});

export const allowsUploads = (rule: CorsRule, shopOrigin: string): boolean =>
  Boolean(rule.AllowedOrigins?.includes(shopOrigin) && rule.AllowedMethods?.includes('POST'));
