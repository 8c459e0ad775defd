/** See start-postgres.mjs. */
export interface RunningPostgres {
  readonly pid: number;
  readonly ended: Promise<string>;
  superuserUrl(database: string): string;
  overTcp(url: string): string;
  stop(): Promise<void>;
}

export function startPostgres(options: {
  folder: string;
  password: string;
  logFile: string;
  settings?: Record<string, string>;
  ownGroup?: boolean;
}): Promise<RunningPostgres>;
