import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OtherCluster, startOtherCluster } from "@/test/database/other-cluster";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

const archives = mkdtempSync(join(tmpdir(), "partner-wallet-archives-"));
/** The arguments of commands that require some. */
const ARGUMENTS: Record<string, string[]> = {
  // A folder for each call, because an archive is never written over another one.
  get archive() {
    return ["--before", "2020-01", "--to", mkdtempSync(join(archives, "one-"))];
  },
  "invite-operator": ["ada@example.com"],
  "recover-operator": ["ada@example.com"],
  "restore-mode": ["status"],
  "rotate-key": ["treasury", "move", "-"],
};
/** The exit code and stderr of commands that do not simply succeed on an empty database. */
const ENDS: Record<string, [code: number, stderr: unknown]> = {
  // An empty database has no operator to recover.
  "recover-operator": [1, expect.stringMatching(/^Nobody signs in with this email/)],
  // An empty database has no approver with a passkey.
  "approver-keys": [1, expect.stringMatching(/^No administrator or approver has a passkey/)],
  // The proof comes before the database, because money is sent to its address.
  "rotate-key": [2, expect.stringMatching(/^This is no proof of a new key/)],
};
/** Commands without the settings of a service: they use no database, one given as an argument, or one they create. */
const OF_NO_SERVICE = [
  ...["compare-cells", "compare-databases", "make-secrets", "providers:check", "split-signer-keys"],
  "sql:migration",
  ...["verify-approvals", "verify-statement"],
];
const endOf = (name: string) => [name, ...(ENDS[name] ?? [0, ""])];
const SCRIPTS: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;
interface Command {
  name: string;
  file: string;
}
const COMMANDS: Command[] = Object.entries(SCRIPTS).flatMap(([name, script]) => {
  const [, file] = /run-typescript\.mjs (bin\/.+\.ts)$/.exec(script) ?? [];
  return file === undefined || OF_NO_SERVICE.includes(name) ? [] : [{ name, file }];
});

let cluster: OtherCluster;
beforeAll(async () => {
  cluster = await startOtherCluster();
});
afterAll(async () => {
  await cluster?.stop();
  await rm(archives, { recursive: true });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const run = ({ name, file }: Command, settings: Record<string, string>): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...settings };
    const args = typeScriptArguments(file, ...(ARGUMENTS[name] ?? []));
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

/** Expects exit code 2 and one line of output, without a stack or a password. */
async function expectUnchecked(command: Command, databaseUrl: string) {
  const { code, stdout, stderr } = await run(command, { DATABASE_URL: databaseUrl });
  expect([command.name, code, stderr]).toEqual([command.name, 2, expect.stringMatching(/^.+\n$/)]);
  expect(stdout).toBe("");
  const { password } = new URL(cluster.ownerUrl);
  expect(stderr).not.toContain(password);
}

test("self-test: the commands are found", () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["migrate", "audit", "verify-audit", "reconcile"]));
});

/** Runs the commands at the same time: starting takes most of the time of each. */
async function forEach(commands: Command[], check: (command: Command) => Promise<void>) {
  await Promise.all(commands.map(check));
}

test.each(["", "mysql://root:hush@127.0.0.1/x"])(
  "with DATABASE_URL=%j each command ends with 2 and names the setting, without a stack",
  (databaseUrl) =>
    forEach(COMMANDS, async (command) => {
      const settings = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: " " };
      const { code, stderr } = await run(command, settings);
      expect([command.name, code, stderr]).toEqual([
        command.name,
        2,
        expect.stringMatching(/DATABASE_URL/),
      ]);
      expect(stderr).not.toMatch(/\n +at |hush/);
      // Of commands that need nothing but the database: what the setting looks like.
      if (!stderr.includes(".env.example"))
        expect(stderr).toContain("postgresql://user:password@host:port/database");
    }),
);

test.each<[string, (url: URL) => void]>([
  [
    "the database is unreachable",
    (url) => {
      url.port = "1";
    },
  ],
  [
    "the login is refused",
    (url) => {
      url.password = "wrong-one";
    },
  ],
])("while %s each command ends with 2 and one line", (_, change) => {
  const url = new URL(cluster.ownerUrl);
  change(url);
  return forEach(COMMANDS, (command) => expectUnchecked(command, url.href));
});

describe("a database that was restored into another cluster", () => {
  const others = COMMANDS.filter(({ name }) => name !== "migrate");
  const migrate = { name: "migrate", file: "bin/migrate.ts" };
  /** A setting with an empty value counts as not set. */
  const owner = () => ({
    DATABASE_URL: cluster.ownerUrl,
    DATABASE_DIRECT_URL: "",
    DATABASE_MIGRATE_URL: "",
  });

  test.each([{ withAcl: true }, { withAcl: false }])(
    "each command ends with 2 before npm run migrate, and works after it with empty settings beside DATABASE_URL: %j",
    async (how) => {
      await cluster.loseAppRole(how);
      await forEach(others, (command) => expectUnchecked(command, cluster.ownerUrl));
      const repaired = await run(migrate, owner());
      expect(repaired).toMatchObject({ code: 0, stderr: "" });
      expect(repaired.stdout).toMatch(/created the role partner_wallet_app\ncorrected \d+ rights/);
      await forEach(others, async (command) => {
        const { code, stderr } = await run(command, owner());
        expect([command.name, code, stderr]).toEqual(endOf(command.name));
      });
      expect((await run(migrate, owner())).stdout).toBe("The database is up to date.\n");
    },
  );
});

test("no script treats a setting with an empty value as set", async () => {
  const paths = (await readdir("bin", { recursive: true })).map((name) => join("bin", name));
  const isScript = (path: string) => /\.(ts|mjs)$/.test(path) && !/\.(test|spec)\./.test(path);
  expect(paths.filter(isScript).length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const path of paths.filter(isScript)) {
    const text = await readFile(path, "utf8");
    for (const [match] of text.matchAll(/process\.env\.\w+ \?\? (?!"")/g))
      found.push(`${path}: ${match}`);
  }
  expect(found).toEqual([]);
});
