/** See create-database.mjs. */
export function createDatabase(options: {
  superuserUrl: (database: string) => string;
  role: string;
  password: string;
  database: string;
  startOver?: boolean;
}): Promise<string>;
