/** The major version of PostgreSQL that a rehearsal begins with, and the one that it upgrades to. */
export const [CURRENT_POSTGRES, NEXT_POSTGRES] = [17, 18] as const;
export type PostgresVersion = typeof CURRENT_POSTGRES | typeof NEXT_POSTGRES;

export const binFolderOf = (version: PostgresVersion) => `/usr/lib/postgresql/${version}/bin`;
