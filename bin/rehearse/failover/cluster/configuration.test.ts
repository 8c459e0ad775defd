import { expect, test } from "vitest";
import { newPasswords } from "../../passwords.ts";
import { etcdWithBoth, withOpenEtcd } from "./open-etcd.ts";
import {
  haproxyWithBoth,
  patroniThatOffers,
  patroniWithBoth,
  pgbouncerWithBoth,
  withPlainDatabase,
} from "./plain-database.ts";
import type { Ports } from "./ports.ts";
import { newClusterSecrets } from "./secrets.ts";
import { configurationFiles } from "./write-configuration.ts";

const ports: Ports = {
  ...{ etcd: 1, etcdPeer: 2, primary: 3, pgbouncer: 4, web: 5, n1: 6, n2: 7, n3: 8 },
  ...{
    n1Patroni: 9,
    n2Patroni: 10,
    n3Patroni: 11,
    webA: 12,
    webB: 13,
    workerA: 14,
    workerB: 15,
    spare: 16,
  },
};
const files = () => configurationFiles(ports, newPasswords(), newClusterSecrets());

test("every template of the recommended cluster is filled in completely", () => {
  const names = ["n1", "n2", "n3"].flatMap((node) => [`${node}/patroni.yml`, `${node}/etcd.yml`]);
  const scripts = ["protect-etcd.sh", "make-certificates.sh"];
  const others = ["haproxy.cfg", "pgbouncer.ini", "users.txt", ...scripts];
  expect([...files().keys()]).toEqual([...names, ...others]);
  for (const [name, text] of files())
    if (!scripts.includes(name)) expect(text).not.toMatch(/\$\{[A-Z]/);
});

test("each node has its own name, ports and folder, and all the same passwords", () => {
  const all = files();
  const node = (name: string) => all.get(`${name}/patroni.yml`) ?? "";
  expect(node("n2")).toContain("name: n2\n");
  expect(node("n2")).toContain("listen: 10.0.0.12:7\n");
  expect(node("n2")).toContain("data_dir: /srv/n2/data-17\n");
  const passwords = (text: string) => text.match(/password: "\w+"/g);
  expect(passwords(node("n1"))).toHaveLength(5);
  expect(passwords(node("n1"))).toEqual(passwords(node("n3")));
});

test("the proxy asks the Patroni of the node to which it leads", () => {
  expect(files().get("haproxy.cfg")).toContain(
    "server n2 10.0.0.12:7 check addr 10.0.0.12 port 10 verifyhost n2\n",
  );
});

test("no address of another host is called without TLS", () => {
  const text = [...files().values()].join("\n");
  expect(text).not.toMatch(/http:\/\/|sslmode: (?!verify-full)|^ *- host /m);
  expect(text.match(/sslmode: verify-full/g)).toHaveLength(9);
});

test("a cluster from before has the same files, except that etcd is open", () => {
  const [all, open] = [files(), withOpenEtcd(files())];
  expect(open.get("n1/etcd.yml")).not.toMatch(/https|security|authority/);
  const [, etcd = ""] = /^etcd3:\n((?: {2}.*\n)+)/m.exec(open.get("n1/patroni.yml") ?? "") ?? [];
  expect(
    etcd
      .trim()
      .split("\n")
      .filter((line) => !line.trim().startsWith("#")),
  ).toEqual(["hosts: 10.0.0.11:1,10.0.0.12:1,10.0.0.13:1"]);
  expect(open.get("haproxy.cfg")).toBe(all.get("haproxy.cfg"));
  const both = etcdWithBoth(all.get("n1/etcd.yml") ?? "");
  expect(both).toContain("listen-client-urls: http://10.0.0.11:1,https://10.0.0.11:1\n");
  expect(both).toContain("listen-peer-urls: http://10.0.0.11:2\n");
  expect(both).toContain("peer-transport-security:\n");
});

const linesWithTls = (text: string) =>
  text.split("\n").filter((line) => /^[^#;]*(?:tls|ssl(?!_fc)|verify|\.crt|\.key)/.test(line));

test("a cluster without TLS has the same files without each line about TLS, except for etcd", () => {
  const all = files();
  const plain = withPlainDatabase(withOpenEtcd(all));
  for (const name of ["n1/patroni.yml", "haproxy.cfg", "pgbouncer.ini"])
    expect(linesWithTls(plain.get(name) ?? "")).toEqual([]);
  expect(plain.get("n1/patroni.yml")).toMatch(/^ {4}- host all all /m);
  expect(plain.get("haproxy.cfg")).toContain(
    "server n2 10.0.0.12:7 check addr 10.0.0.12 port 10\n",
  );
  const withTlsToEtcd = withPlainDatabase(all).get("n1/patroni.yml") ?? "";
  expect(linesWithTls(withTlsToEtcd).map((line) => line.trim().split(":")[0])).toEqual([
    "cacert",
    "cert",
    "key",
  ]);
  expect(plain.get("n1/etcd.yml")).toBe(withOpenEtcd(all).get("n1/etcd.yml"));
});

test("on the way to TLS each server accepts both before a client asks for it", () => {
  const all = files();
  const patroni = all.get("n1/patroni.yml") ?? "";
  const offers = patroniThatOffers(patroni);
  expect(offers).toMatch(/^ {4}- host all all /m);
  expect(offers).toContain('ssl: "on"\n');
  expect(offers).toContain("ctl:\n  cacert: ");
  expect(offers).not.toMatch(/sslmode|verify_client|hostssl/);
  expect(patroniWithBoth(patroni)).toBe(patroni.replaceAll("hostssl", "host"));
  const haproxy = haproxyWithBoth(all.get("haproxy.cfg") ?? "");
  const server = "10.0.0.12:7 check addr 10.0.0.12 port 10";
  expect(haproxy).toContain(
    `  server n2 ${server} verifyhost n2\n  server n2-plain ${server} no-check-ssl\n`,
  );
  expect(haproxy).not.toContain("shutdown-sessions");
  const pgbouncer = pgbouncerWithBoth(all.get("pgbouncer.ini") ?? "");
  expect(pgbouncer).toContain("client_tls_sslmode = prefer\n");
  expect(pgbouncer).toContain("server_tls_sslmode = verify-full\n");
});

test("Patroni's times fit together: loop_wait + 2 * retry_timeout <= ttl, none below its smallest value", () => {
  const text = files().get("n1/patroni.yml") ?? "";
  const [ttl = 0, loopWait = 0, retryTimeout = 0] = ["ttl", "loop_wait", "retry_timeout"].map(
    (name) => Number(new RegExp(`^ +${name}: (\\d+)$`, "m").exec(text)?.[1]),
  );
  expect([ttl >= 20, loopWait >= 1, retryTimeout >= 3]).toEqual([true, true, true]);
  expect(loopWait + 2 * retryTimeout).toBeLessThanOrEqual(ttl);
});
