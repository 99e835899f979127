/** Message to the load process. */
export interface LoadPlan {
  url: string;
  /** Requests per second over all connections; 0 for none. */
  rate: number;
  connections: number;
  /** Purchases started per second; 0 for none. */
  purchases: number;
  /** The account for the sign-ins; null for a load without sign-ins. */
  account: { email: string; password: string } | null;
  /** Seconds at the beginning of the load, which `LoadReport.thirds` excludes; 0 by default. */
  warmUp?: number;
}

/** Response of the load process to `progress`: counts since the beginning of the load. */
export interface LoadProgress {
  /** Correct responses. */
  correct: number;
  /** Wrong or missing responses and failed purchases. */
  failed: number;
}

/** Response times in milliseconds. */
export interface Times {
  p50: number;
  p99: number;
  longest: number;
}

/** Result of the load process. */
export interface LoadReport extends Times {
  seconds: number;
  /** Counts of correct responses by kind of request. */
  correct: Record<string, number>;
  /** Counts of wrong or missing responses by kind of request and error. */
  failures: Record<string, number>;
  /** The first failures, with timestamps by which the log lines can be found. */
  examples: string[];
  /** Times of correct responses in the first, middle and last third of the load after the warm-up. */
  thirds: [Times, Times, Times];
  /** Counts of responses by HTTP status. */
  statuses: Record<string, number>;
  purchases: { started: number; paid: number; fulfilled: number; downloaded: number; problems: string[] };
}
