/** Message to the load process. */
export interface LoadPlan {
  url: string;
  /** Requests per second over all connections; 0 for none. */
  rate: number;
  connections: number;
  /** Purchases begun per second; 0 for none. */
  purchases: number;
  account: { email: string; password: string } | null;
  /** Seconds at the beginning that `thirds` excludes. */
  warmUp?: number;
}

/** Response of the load process during the load. */
export interface LoadProgress {
  answered: number;
  failed: number;
}

/** Milliseconds. */
export interface Times {
  p50: number;
  p99: number;
  longest: number;
}

/** Result of the load process. */
export interface LoadReport extends Times {
  seconds: number;
  /** Correct responses by kind of request. */
  right: Record<string, number>;
  /** All others by kind of request and error. */
  failures: Record<string, number>;
  /** The first failures with their times, to find them in the logs. */
  examples: string[];
  /** Of correct responses, by the time of the request. */
  thirds: [Times, Times, Times];
  /** Responses by HTTP status. */
  statuses: Record<string, number>;
  purchases: { started: number; paid: number; fulfilled: number; downloaded: number; problems: string[] };
}
