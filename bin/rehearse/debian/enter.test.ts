import { expect, test } from "vitest";
import { debianCommand } from "./enter.ts";

const place = { base: "/debian", work: "/work", user: "postgres" };
const argsOf = (more: object) => debianCommand({ ...place, ...more }, ["etcd"]).args;

test("a program enters the network of its host before it gets namespaces of its own", () => {
  const args = argsOf({ network: "/proc/7/ns/net" });
  expect(args.slice(0, 4)).toEqual(["--pdeathsig", "KILL", "nsenter", "--net=/proc/7/ns/net"]);
  expect(args.indexOf("unshare")).toBe(4);
  expect(args.slice(-4)).toEqual(["/debian", "/work", "postgres", "etcd"]);
});

test("without a network of its own a program stays in that of this process", () => {
  expect(argsOf({})).not.toContain("nsenter");
  expect(argsOf({}).slice(0, 3)).toEqual(["--pdeathsig", "KILL", "unshare"]);
});
