/** A presigned POST for one file. The client sends the fields as multipart/form-data, with the file as the last field. */
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
  /** Seconds until the form expires. */
  expires_in: number;
}
