import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../bootstrap/faults.mjs";
import { run } from "../../bootstrap/run.mjs";
import { debianCommand } from "./enter.ts";
import { DEFAULT_MIRROR, isDebian13, type Mirrors, mirrorsOf } from "./mirrors.ts";

const SUITE = "trixie";
/** The release after it, as long as that is testing. */
const NEXT_SUITE = "forky";
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const INSTALL_TIMEOUT_MS = 15 * 60_000;
/** What the base has, in a file of it: another list of packages needs another base. */
const CONTENTS = "rehearsal-contents";

/** Nothing that a package installs starts by itself, and no empty cluster is made. What is made later has a folder conf.d, as by default. */
const QUIET: Record<string, string> = {
  "usr/sbin/policy-rc.d": "#!/bin/sh\nexit 101\n",
  "etc/postgresql-common/createcluster.conf":
    "create_main_cluster = false\nadd_include_dir = 'conf.d'\n",
  "etc/apt/apt.conf.d/90rehearsal":
    'APT::Install-Recommends "false";\nAPT::Sandbox::User "root";\nDir::Cache::archives "/tmp";\n',
};

/** Throws a Fault that names what this machine lacks, unless it can run Debian's packages in a folder. */
export function requireDebianMachine(): void {
  const lacks = [
    [process.platform !== "linux", "Linux"],
    [process.getuid?.() !== 0, "root: mounts and process namespaces need it (sudo)"],
    [!existsSync("/usr/bin/apt-get"), "Debian or a system derived from it, with apt-get"],
    [!existsSync("/usr/bin/unshare"), "unshare (util-linux)"],
  ] as const;
  const missing = lacks.filter(([isMissing]) => isMissing).map(([, name]) => `  ${name}`);
  if (missing.length === 0) return;
  throw new Fault("settings", `This rehearsal cannot run here. It needs:\n${missing.join("\n")}`);
}

/**
 * A folder with Debian 13 and these packages, made once. Later runs with the same packages use it as it is.
 *
 * @param note says what was done
 */
export async function prepareBase(
  folder: string,
  packages: readonly string[],
  note: (text: string) => void,
): Promise<void> {
  const contents = `${SUITE} ${packages.join(" ")}\n`;
  if (await isMade(folder, contents)) return note("as it was");
  await requireDebootstrap();
  const mirrors = await findMirrors();
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const keyring = existsSync(KEYRING) ? [`--keyring=${KEYRING}`] : [];
  const options = [...keyring, "--variant=minbase", SUITE, draft, mirrors.release];
  await must("setpriv", inOwnMounts("debootstrap", ...options));
  await installPackages(draft, mirrors, packages);
  await writeFile(join(draft, CONTENTS), contents);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  note(`made from ${mirrors.release}`);
}

/**
 * A copy of a base that has these packages of the next Debian too, with what they need of it. The programs of Debian 13 stay as they
 * are: an upgrade of PostgreSQL needs those of both versions.
 *
 * @param note says what was done
 */
export async function prepareNextBase(
  folder: string,
  base: string,
  packages: readonly string[],
  note: (text: string) => void,
): Promise<void> {
  const contents = `${await readFile(join(base, CONTENTS), "utf8")}${NEXT_SUITE} ${packages.join(" ")}\n`;
  if (await isMade(folder, contents)) return note("as it was");
  const { release } = await findMirrors();
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await must("cp", ["--archive", base, draft]);
  await appendFile(join(draft, "etc/apt/sources.list"), `deb ${release} ${NEXT_SUITE} main\n`);
  // A mirror that keeps the archive of one day has lists of testing that have expired since.
  await inBase(draft, "apt-get", "-o", "Acquire::Check-Valid-Until=false", "update");
  await inBase(draft, "apt-get", "install", "-y", `--target-release=${NEXT_SUITE}`, ...packages);
  await writeFile(join(draft, CONTENTS), contents);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  note(`made from ${release}`);
}

/**
 * The arguments of setpriv for a program that mounts something: its mounts end with it, also when it or this process is killed. A /proc
 * that stayed mounted in the draft would keep the next run from removing the draft.
 */
export const inOwnMounts = (...program: string[]): string[] => [
  ...["--pdeathsig", "KILL", "unshare", "--mount", "--propagation", "private"],
  ...["--pid", "--fork", "--kill-child", ...program],
];

async function installPackages(base: string, mirrors: Mirrors, packages: readonly string[]) {
  await writeQuiet(base);
  const lines = [`deb ${mirrors.release} ${SUITE} main`];
  if (mirrors.security) lines.push(`deb ${mirrors.security} ${SUITE}-security main`);
  await writeFile(join(base, "etc/apt/sources.list"), `${lines.join("\n")}\n`);
  await inBase(base, "apt-get", "update");
  await inBase(base, "apt-get", "install", "-y", ...packages);
}

/** Whether a base has these packages. One of an earlier version of this command gets the settings of this one. */
async function isMade(base: string, contents: string): Promise<boolean> {
  const stamp = join(base, CONTENTS);
  if (!existsSync(stamp) || (await readFile(stamp, "utf8")) !== contents) return false;
  await writeQuiet(base);
  return true;
}

async function writeQuiet(base: string) {
  for (const [path, text] of Object.entries(QUIET)) {
    await mkdir(join(base, path, ".."), { recursive: true });
    await writeFile(join(base, path), text, { mode: path.startsWith("usr/sbin/") ? 0o755 : 0o644 });
  }
}

/** Runs a program in the base to its end. */
async function inBase(base: string, ...program: string[]) {
  const env = { DEBIAN_FRONTEND: "noninteractive", ...(await proxies()) };
  const { command, args, env: all } = debianCommand({ base, env }, program);
  await must(command, args, all);
}

async function requireDebootstrap() {
  if (existsSync("/usr/sbin/debootstrap")) return;
  await must("apt-get", ["install", "-y", "--no-install-recommends", "debootstrap"]);
}

/**
 * This machine's mirrors if they have Debian 13, else Debian's own. The security updates are left out where the machine has no
 * source of them that has Debian 13's too.
 */
async function findMirrors(): Promise<Mirrors> {
  const format = ["--format", "$(REPO_URI) $(ORIGIN) $(CODENAME)", "Created-By: Packages"];
  const { output } = await run("apt-get", ["indextargets", ...format]);
  const { release, security } = mirrorsOf(output);
  const candidates = [...new Set([release, DEFAULT_MIRROR])];
  for (const candidate of candidates) {
    if (!(await hasDebian13(`${candidate}/dists/${SUITE}/Release`))) continue;
    const isSecure = security && (await hasDebian13(`${security}/dists/${SUITE}-security/Release`));
    return { release: candidate, security: isSecure ? security : undefined };
  }
  throw new Fault(
    "settings",
    `No mirror has Debian 13 (${SUITE}): ${candidates.join(", ")}. The rehearsal needs one, by apt's own sources and proxy; ` +
      "a mirror that shows the archive as it was before August 2025 is too old.",
  );
}

/** Reads a Release file by apt's own program, which knows the machine's proxies and certificates. */
async function hasDebian13(url: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "debian-release-"));
  try {
    const file = join(folder, "Release");
    const { code } = await run("/usr/lib/apt/apt-helper", ["download-file", url, file]);
    return code === 0 && isDebian13(await readFile(file, "utf8"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** apt's proxy, for apt in the base and for debootstrap, which knows the environment alone. */
async function proxies(): Promise<Record<string, string>> {
  const { output } = await run("apt-config", ["shell", "P", "Acquire::http::Proxy"]);
  const line = output.split("\n").find((each) => each.startsWith("P='"));
  const proxy = line?.slice("P='".length, -1) || process.env.http_proxy;
  return proxy ? { http_proxy: proxy } : {};
}

async function must(command: string, args: string[], env?: Record<string, string>) {
  const all = env ?? { ...process.env, ...(await proxies()) };
  const { code, output } = await run(command, args, { timeoutMs: INSTALL_TIMEOUT_MS, env: all });
  if (code === 0) return;
  const end = output.split("\n").slice(-15).join("\n");
  throw new Fault("install", `${command} ${args.at(0) ?? ""} … failed:\n\n${end}`);
}
