import { execFileSync, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repositoryFolder } from "../../../bootstrap/paths.mjs";

const SCRIPT = join(repositoryFolder, "ops/high-availability/make-certificates.sh");
const work = mkdtempSync(join(tmpdir(), "make-certificates-"));
const folder = join(work, "authority");

const make = (...args: string[]) => execFileSync("sh", [SCRIPT, ...args], { stdio: "pipe" });
const refusal = (...args: string[]) => {
  const { status, stderr } = spawnSync("sh", [SCRIPT, ...args], { encoding: "utf8" });
  return status === 0 ? "none" : stderr;
};
const certificate = (path: string) => new X509Certificate(readFileSync(join(folder, path)));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

beforeAll(() => {
  make("authority", folder);
  make("database", folder, "n1", "10.0.0.11", "primary.wallet.internal");
  make("service", folder, "app1", "127.0.0.1");
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

test("a certificate has all names of its host and is of the authority", () => {
  const host = certificate("n1/host.crt");
  const names = "DNS:n1, IP Address:10.0.0.11, DNS:primary.wallet.internal";
  expect(host.subjectAltName).toBe(names);
  expect(host.verify(certificate("authority.crt").publicKey)).toBe(true);
  expect(host.subject).not.toContain("CN=");
  expect([host.ca, certificate("authority.crt").ca]).toEqual([false, true]);
});

test("only the host of a database may be a client of etcd and of Patroni", () => {
  const [server, client] = ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"];
  expect(certificate("n1/host.crt").keyUsage).toEqual([server, client]);
  expect(certificate("app1/host.crt").keyUsage).toEqual([server]);
});

test("nobody else can read what was made", () => {
  for (const path of [".", "n1"]) expect(modeOf(join(folder, path))).toBe("700");
  for (const path of ["authority.key", "n1/host.key"])
    expect(modeOf(join(folder, path))).toBe("600");
});

test("nothing is overwritten, and no draft is left", () => {
  const before = readFileSync(join(folder, "n1/host.key"));
  expect(refusal("authority", folder)).toContain("exists already");
  expect(refusal("database", folder, "n1")).toContain("exists already");
  expect(refusal("database", folder, "n2", "no name")).toContain("neither an address");
  expect(refusal("database", join(work, "none"), "n2")).toContain("has no authority");
  expect(readFileSync(join(folder, "n1/host.key"))).toEqual(before);
  expect(readdirSync(folder).toSorted()).toEqual(["app1", "authority.crt", "authority.key", "n1"]);
});

test("an installed key can be read by its owner alone, and a renewed pair replaces it", () => {
  const target = join(work, "target");
  const { username, uid } = userInfo();
  for (const host of ["n1", "app1"]) make("install", join(folder, host), username, target);
  expect(readdirSync(target).toSorted()).toEqual(["authority.crt", "host.crt", "host.key"]);
  expect(modeOf(join(target, "host.key"))).toBe("600");
  expect(modeOf(join(target, "host.crt"))).toBe("644");
  expect(statSync(join(target, "host.key")).uid).toBe(uid);
  expect(readFileSync(join(target, "host.crt"))).toEqual(
    readFileSync(join(folder, "app1/host.crt")),
  );
});

test("files that do not fit together are not installed", () => {
  const target = join(work, "refused");
  const { username } = userInfo();
  make("database", folder, "mixed");
  copyFileSync(join(folder, "n1/host.key"), join(folder, "mixed/host.key"));
  expect(refusal("install", join(folder, "mixed"), username, target)).toContain("not the key");
  make("authority", join(work, "stranger"));
  copyFileSync(join(work, "stranger/authority.crt"), join(folder, "mixed/authority.crt"));
  expect(refusal("install", join(folder, "mixed"), username, target)).toContain("fit together");
  rmSync(join(folder, "mixed"), { recursive: true });
});
