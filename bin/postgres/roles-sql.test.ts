import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryOnce } from "@/test/database/empty-database";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { temporaryParent } from "../process/make-temporary-folder.ts";
import { asLogin } from "./create-database.ts";
import { startPostgres } from "./start-postgres.ts";

const hasPsql = spawnSync("psql", ["--version"]).status === 0;
const LOGINS = ["wallet", "partner_wallet_app", "partner_wallet_read"];

let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  folder = await mkdtemp(join(temporaryParent(), "partner-wallet-roles-"));
  postgres = await startPostgres({
    folder: join(folder, "postgres"),
    password: randomBytes(16).toString("hex"),
    logFile: join(folder, "postgres.log"),
    settings: { fsync: "off" },
    ownGroup: false,
  });
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!hasPsql)(
  "the roles get the passwords that psql reads, and no argument has one",
  async () => {
    const url = postgres.overTcp(postgres.superuserUrl("postgres"));
    const args = [url, "-f", join(repositoryFolder, "ops/postgres/roles.sql")];
    const without = spawnSync("psql", args, { input: "", encoding: "utf8" });
    expect([without.status, without.stderr]).toEqual([3, expect.stringContaining("variable")]);
    const passwords = LOGINS.map(() => `it's-${randomBytes(16).toString("hex")}`);
    const made = spawnSync("psql", args, { input: `${passwords.join("\n")}\n`, encoding: "utf8" });
    expect([made.status, made.stderr]).toEqual([0, ""]);
    for (const [index, login] of LOGINS.entries()) {
      const loginUrl = asLogin(
        url.replace(/\/postgres$/, "/wallet"),
        login,
        passwords[index] ?? "",
      );
      expect(await queryOnce(loginUrl, "SELECT session_user AS login")).toEqual([{ login }]);
    }
  },
);

/** The settings that a text gives to a role, as its statements say. */
function settingsIn(path: string, role: string): string[] {
  const text = readFileSync(join(repositoryFolder, path), "utf8");
  return [...text.matchAll(new RegExp(`^ALTER ROLE ${role} SET .+;$`, "gm"))].map(([line]) => line);
}

test.each([
  ["docs/pooler.md", "partner_wallet_app", 8],
  ["docs/operating.md", "partner_wallet_read", 4],
])("%s has every setting that roles.sql gives to %s", (page, role, least) => {
  const made = settingsIn("ops/postgres/roles.sql", role);
  expect(made.length).toBeGreaterThanOrEqual(least);
  expect(settingsIn(page, role)).toEqual(made);
});
