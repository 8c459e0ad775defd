/**
 * The configuration of a cluster that was set up before etcd had TLS and logins, and the steps from there to the recommended
 * one, each made of the recommended file. docs/high-availability.md has the same steps for people.
 */

const SECURITY = /^(?:client|peer)-transport-security:\n(?: {2}.*\n)+/gm;

const plain = (url: string) => url.replaceAll("https:", "http:");

/** etcd.yml without TLS. */
const etcdWithoutTls = (text: string) => plain(text.replaceAll(SECURITY, ""));

const LISTEN = "listen-client-urls: ";

/** etcd.yml with the certificates: clients may come with TLS or without, other members come without. */
export const etcdWithBoth = (text: string) =>
  plain(text)
    .split("\n")
    .map((line) => {
      if (!line.startsWith(LISTEN)) return line;
      return `${line},${line.slice(LISTEN.length).replace("http:", "https:")}`;
    })
    .join("\n");

const OF_TLS_OR_LOGIN = /^ {2}(?:protocol|cacert|cert|key|username|password): /;

/** patroni.yml that reaches etcd without TLS and without a login. */
export function patroniWithOpenEtcd(text: string): string {
  const section = /^etcd3:\n(?: {2}.*\n)+/m;
  return text.replace(section, (found) =>
    found
      .split("\n")
      .filter((line) => !OF_TLS_OR_LOGIN.test(line))
      .join("\n"),
  );
}

/** The configuration of a cluster whose etcd is open, from the recommended one. */
export const withOpenEtcd = (files: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    [...files].map(([name, text]) => {
      if (name.endsWith("/etcd.yml")) return [name, etcdWithoutTls(text)];
      return [name, name.endsWith("/patroni.yml") ? patroniWithOpenEtcd(text) : text];
    }),
  );
