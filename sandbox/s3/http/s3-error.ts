import { element, xmlDocument } from './xml.ts';

/** An error with the HTTP status, code and message of S3. `details` become further elements of the response. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string>;

  constructor(status: number, code: string, message: string, details: Record<string, string> = {}) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** The XML document of the response. */
  toXml(resource: string, requestId: string): string {
    const fields = {
      Code: this.code,
      Message: this.message,
      ...this.details,
      Resource: resource,
      RequestId: requestId,
    };
    return xmlDocument('Error', ...Object.entries(fields).map(([name, value]) => element(name, value)));
  }
}

export const noSuchBucket = (name: string) =>
  new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: name });

export const noSuchKey = (key: string) =>
  new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });

export const noSuchUpload = (id: string) =>
  new S3Error(
    404,
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    { UploadId: id },
  );

export const notImplemented = (what: string) =>
  new S3Error(501, 'NotImplemented', `A feature of this request is not implemented: ${what}`);

export const malformedXml = () =>
  new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed or did not validate against our schema');

export const invalidArgument = (message: string) => new S3Error(400, 'InvalidArgument', message);

export const accessDenied = (message = 'Access Denied') => new S3Error(403, 'AccessDenied', message);

export const preconditionFailed = (condition: string) =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });
