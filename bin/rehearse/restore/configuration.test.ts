import { expect, test } from "vitest";
import {
  archiveTimeoutMs,
  configurationFiles,
  configurationFolderOf,
  dataFolderOf,
} from "./configuration.ts";

const files = (version: 17 | 18 = 17) =>
  configurationFiles({ port: 5_432, passphrase: "the-passphrase", version });
const BACKUP = `${configurationFolderOf(17)}/conf.d/backup.conf`;

test("every file of ops/backup is filled in completely", () => {
  const all = files();
  expect([...all.keys()]).toEqual(expect.arrayContaining(["pgbackrest.conf", BACKUP]));
  for (const text of all.values()) expect(text).not.toMatch(/\$\{[A-Z]/);
});

test("the repository is encrypted, and only pgBackRest's file has the passphrase", () => {
  const all = files();
  expect(all.get("pgbackrest.conf")).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
  const withIt = [...all].filter(([, text]) => text.includes("the-passphrase"));
  expect(withIt.map(([name]) => name)).toEqual(["pgbackrest.conf"]);
});

test.each([17, 18] as const)(
  "PostgreSQL %i archives into the stanza whose data pgBackRest backs up",
  (version) => {
    const all = files(version);
    const backup = all.get(`${configurationFolderOf(version)}/conf.d/backup.conf`) ?? "";
    const [, stanza] = /--stanza=(\w+) archive-push %p/.exec(backup) ?? [];
    const data = `/${dataFolderOf(version)}`;
    expect(all.get("pgbackrest.conf")).toContain(`[${stanza}]\npg1-path=${data}\n`);
  },
);

test("a segment that is not full is archived within a minute", () => {
  expect(archiveTimeoutMs()).toBeGreaterThan(0);
  expect(archiveTimeoutMs()).toBeLessThanOrEqual(60_000);
});
