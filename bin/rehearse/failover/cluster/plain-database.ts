/**
 * The configuration of a cluster that was set up before PostgreSQL, PgBouncer and Patroni's API had TLS, and the steps from
 * there to the recommended one, each made of the recommended file. docs/high-availability.md has the same steps for people.
 */
const API_OF_PATRONI = /^restapi:\n(?: {2}.*\n)+/m;
const CALLS_OF_PATRONI = /^ctl:\n(?: {2}.*\n)+/m;

const withoutLines = (text: string, unwanted: RegExp) =>
  text
    .split("\n")
    .filter((line) => !unwanted.test(line))
    .join("\n");

/** patroni.yml whose PostgreSQL accepts connections with TLS and without. All that Patroni itself opens have it. */
export const patroniWithBoth = (text: string) => text.replaceAll("- hostssl ", "- host ");

/**
 * patroni.yml whose PostgreSQL offers TLS, while no other node asks for it yet. Its API has none, but Patroni knows how to
 * call one that has.
 */
export function patroniThatOffers(text: string): string {
  const withoutOwn = (section: string) =>
    withoutLines(section, /^ {2}(?:certfile|keyfile|cafile|verify_client): /);
  const withPlainApi = patroniWithBoth(text).replace(API_OF_PATRONI, withoutOwn);
  return withoutLines(withPlainApi, /^ +(?:sslmode|sslrootcert): /);
}

/** patroni.yml without TLS, except to etcd. */
const plainPatroni = (text: string) =>
  withoutLines(
    patroniThatOffers(text).replace(CALLS_OF_PATRONI, ""),
    /^ +ssl(?:_cert_file|_key_file)?: /,
  );

/**
 * haproxy.cfg with two servers for each node, one checked by TLS and one without: whichever way its Patroni answers, one of
 * them leads to the primary. The check of a node then moves from one to the other, so connections go on when it fails.
 */
export const haproxyWithBoth = (text: string) =>
  text
    .replace(" on-marked-down shutdown-sessions", "")
    .split("\n")
    .flatMap((line) => {
      if (!/^ {2}server n\d /.test(line)) return [line];
      const plain = line
        .replace(/server n\d/, "$&-plain")
        .replace(/verifyhost n\d/, "no-check-ssl");
      return [line, plain];
    })
    .join("\n");

const plainHaproxy = (text: string) =>
  withoutLines(text, /^ {2}default-server check-ssl /).replaceAll(/ verifyhost n\d$/gm, "");

/** pgbouncer.ini that takes clients with TLS and without, and verifies PostgreSQL. */
export const pgbouncerWithBoth = (text: string) =>
  text.replace("client_tls_sslmode = require", "client_tls_sslmode = prefer");

const plainPgbouncer = (text: string) => withoutLines(text, /^(?:client|server)_tls_/);

/** The configuration of a cluster without TLS, from the recommended one or one with an open etcd. */
export const withPlainDatabase = (files: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    [...files].map(([name, text]) => {
      if (name.endsWith("/patroni.yml")) return [name, plainPatroni(text)];
      if (name === "haproxy.cfg") return [name, plainHaproxy(text)];
      return [name, name === "pgbouncer.ini" ? plainPgbouncer(text) : text];
    }),
  );
