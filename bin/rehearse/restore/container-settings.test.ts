import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repositoryFolder } from "../../bootstrap/paths.mjs";

let folder: string;
let script: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "make-settings-"));
  script = join(folder, "make-settings.sh");
  copyFileSync(join(repositoryFolder, "ops/container/make-settings.sh"), script);
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (secrets: string) =>
  spawnSync("bash", [script, "cards.example.com"], {
    env: { ...process.env, MAKE_SECRETS: `printf ${secrets}` },
    encoding: "utf8",
  });

test("a run that fails in the middle leaves nothing, and the next one writes all settings", () => {
  expect(run("CARD_KEYS=1:key\\n").status).not.toBe(0);
  expect(readdirSync(folder)).toEqual(["make-settings.sh"]);
  expect(run("CARD_KEYS=1:key\\nCHAIN_TREASURY_KEY=0x1\\n#_relayer_0x2\\n").status).toBe(0);
  const names = ["migrate.env", "postgres.env", "service.env", "tls", "worker.env"];
  expect(readdirSync(join(folder, "settings")).toSorted()).toEqual(names);
  const read = (name: string) => readFileSync(join(folder, "settings", name), "utf8");
  expect(read("worker.env")).toBe("CHAIN_TREASURY_KEY=0x1\n");
  expect(read("service.env")).toContain("CARD_KEYS=1:key\n");
  expect(read("postgres.env").match(/PASSWORD=[0-9a-f]{48}$/gm)).toHaveLength(4);
});

test("settings that are there are not replaced", () => {
  const secrets = "CARD_KEYS=1:key\\nCHAIN_TREASURY_KEY=0x1\\n#_relayer_0x2\\n";
  run(secrets);
  const before = readFileSync(join(folder, "settings/postgres.env"), "utf8");
  expect(run(secrets).status).toBe(1);
  expect(readFileSync(join(folder, "settings/postgres.env"), "utf8")).toBe(before);
});
