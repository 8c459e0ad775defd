import { expect, test } from "vitest";
import { archiveTimeoutMs, configurationFiles, FOLDERS } from "./configuration.ts";

const files = () => configurationFiles({ port: 5_432, passphrase: "the-passphrase" });

test("every file of ops/backup is filled in completely", () => {
  const all = files();
  expect([...all.keys()].sort()).toEqual([
    ...["backup.conf", "pg_hba.conf", "pgbackrest.conf", "postgresql.conf"],
  ]);
  for (const text of all.values()) expect(text).not.toMatch(/\$\{[A-Z]/);
});

test("the repository is encrypted, and only pgBackRest's file has the passphrase", () => {
  const all = files();
  expect(all.get("pgbackrest.conf")).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
  const withIt = [...all].filter(([, text]) => text.includes("the-passphrase"));
  expect(withIt.map(([name]) => name)).toEqual(["pgbackrest.conf"]);
});

test("PostgreSQL archives into the stanza whose data pgBackRest backs up", () => {
  const all = files();
  const [, stanza] = /--stanza=(\w+) archive-push %p/.exec(all.get("backup.conf") ?? "") ?? [];
  expect(all.get("pgbackrest.conf")).toContain(`[${stanza}]\npg1-path=${FOLDERS.data}\n`);
  expect(all.get("postgresql.conf")).toContain("include = '/srv/backup.conf'");
});

test("a segment that is not full is archived within a minute", () => {
  expect(archiveTimeoutMs()).toBeGreaterThan(0);
  expect(archiveTimeoutMs()).toBeLessThanOrEqual(60_000);
});
