/** See create-database.mjs. */
export function createDatabase(options: {
  superuserUrl: (database: string) => string;
  role: string;
  password: string;
  database: string;
  appPassword?: string;
  startOver?: boolean;
}): Promise<string>;
export function asApp(databaseUrl: string, password: string): string;
