import pg from "pg";

/** Runs work beside a connection of the application's login, which ends with it. */
export async function withLogin<T>(work: (login: pg.Client) => Promise<T>): Promise<T> {
  const login = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await login.connect();
  try {
    return await work(login);
  } finally {
    await login.end();
  }
}
