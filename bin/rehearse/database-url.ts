import { HOST } from "./ports.ts";

export interface Login {
  user: string;
  password: string;
  port: number;
  database?: string;
  /** This machine by default. */
  host?: string;
  /** The certificate of the authority by which the client verifies the server. No TLS without it. */
  authorityFile?: string | undefined;
}

/** The URL of a login to PostgreSQL or PgBouncer. */
export function databaseUrl(login: Login): string {
  const { user, password, port, database = "wallet", host = HOST, authorityFile } = login;
  const url = `postgresql://${user}:${password}@${host}:${port}/${database}`;
  return authorityFile === undefined ? url : verifyBy(url, authorityFile);
}

/** The URL of a login without TLS, from now on with it: the client verifies the server by the certificate of the authority. */
export const verifyBy = (url: string, authorityFile: string) =>
  `${url}?${new URLSearchParams({ sslmode: "verify-full", sslrootcert: authorityFile })}`;
