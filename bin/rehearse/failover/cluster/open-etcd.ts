/**
 * The configuration of a cluster that was set up before etcd had TLS and logins, and the steps from there to the recommended
 * one, each made of the recommended file. docs/high-availability.md has the same steps for people.
 */

const SECURITY = /^(?:client|peer)-transport-security:\n(?: {2}.*\n)+/gm;

const plain = (url: string) => url.replaceAll("https:", "http:");

/** etcd.yml without TLS. */
export const etcdWithoutTls = (text: string) => plain(text.replaceAll(SECURITY, ""));

/** etcd.yml with the certificates: clients may come with TLS or without, other members come without. */
export const etcdWithBoth = (text: string) =>
  plain(text).replaceAll(
    /^listen-client-urls: (.*)$/gm,
    (_, url: string) => `listen-client-urls: ${url},${url.replace("http:", "https:")}`,
  );

/** patroni.yml that reaches etcd without TLS and without a login. */
export function patroniWithOpenEtcd(text: string): string {
  const section = /^etcd3:\n(?: {2}.*\n)+/m;
  return text.replace(section, (found) =>
    found.replaceAll(/^ {2}(?:protocol|cacert|cert|key|username|password): .*\n/gm, ""),
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
