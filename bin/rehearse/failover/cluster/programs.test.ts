import { expect, test } from "vitest";
import { commandOf, etcdOf, nodeOf } from "./programs.ts";

test("Patroni and etcd of a node are on its host, the proxies on that of the service", () => {
  expect(nodeOf("n2")).toBe("n2");
  expect(nodeOf(etcdOf("n2"))).toBe("n2");
  expect(nodeOf("haproxy")).toBeUndefined();
  expect(nodeOf("pgbouncer")).toBeUndefined();
});

test("a node's name starts its Patroni, and that of its etcd the member of etcd", () => {
  expect(commandOf("n2").at(-1)).toBe("/srv/n2/patroni.yml");
  expect(commandOf(etcdOf("n2"))).toEqual(["etcd", "--config-file", "/srv/n2/etcd.yml"]);
});
