/**
 * What the rehearsals need, as packages of Debian 13. One list for all of them, so that they share one base; another package
 * makes a new one.
 */
export const PACKAGES = [
  ...["patroni", "etcd-server", "etcd-client", "haproxy", "pgbouncer"],
  ...["postgresql-17", "pgbackrest"],
  ...["python3-psycopg2", "python3-etcd"],
] as const;

/** The next major version of PostgreSQL, which Debian 13 does not have. */
export const NEXT_POSTGRES_PACKAGES = ["postgresql-18"] as const;
