/** A presigned POST for one file: multipart/form-data, the file as the last field. */
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
