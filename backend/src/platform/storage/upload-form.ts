/** What a browser needs to put one file into the storage itself: multipart/form-data, the file last. */
export interface UploadForm {
  url: string;
  fields: Record<
    | 'key'
    | 'bucket'
    | 'Content-Type'
    | 'success_action_status'
    | 'X-Amz-Algorithm'
    | 'X-Amz-Credential'
    | 'X-Amz-Date'
    | 'Policy'
    | 'X-Amz-Signature',
    string
  >;
  /** Seconds. */
  expires_in: number;
}
