/** What the load process is told. */
export interface LoadPlan {
  url: string;
  /** Requests a second over all kept connections; 0 for none. */
  rate: number;
  connections: number;
  /** Purchases begun a second; 0 for none. */
  purchases: number;
  account: { email: string; password: string } | null;
  /** Seconds at the beginning that no third counts. */
  warmUp?: number;
}

/** What it tells when asked in between. */
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

/** What it tells at its end. */
export interface LoadReport extends Times {
  seconds: number;
  /** Answers that were right, by what was asked for. */
  right: Record<string, number>;
  /** Everything else: what was asked for, and what went wrong. */
  failures: Record<string, number>;
  /** The first of them with their times, to find them in the logs. */
  examples: string[];
  /** Of right answers, by when they were asked for. */
  thirds: [Times, Times, Times];
  /** Answers by their HTTP status; what got none is not among them. */
  statuses: Record<string, number>;
  purchases: { started: number; paid: number; fulfilled: number; downloaded: number; problems: string[] };
}
