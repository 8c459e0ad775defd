import type pg from "pg";

/** The oldest version of PostgreSQL that the migrations and the service are tested with. README names it too. */
const OLDEST_POSTGRES_MAJOR = 16;

/** Throws if the server is too old: the service would fail later, during a request. */
export async function requireVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
  );
  const [found] = rows;
  if (found !== undefined && found.number >= OLDEST_POSTGRES_MAJOR * 10_000) return;
  throw new UnsupportedPostgres(found?.name ?? "unknown");
}

/** Thrown when the server is older than the service supports. */
export class UnsupportedPostgres extends Error {
  override readonly name = "UnsupportedPostgres";

  readonly version: string;

  constructor(version: string) {
    super(
      `The database is PostgreSQL ${version}, and the service needs ${OLDEST_POSTGRES_MAJOR} or newer. ` +
        "Upgrade the server, or set DATABASE_URL to a newer one.",
    );
    this.version = version;
  }
}
