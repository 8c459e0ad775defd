import { chmod, chown, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { run } from "../bootstrap/run.mjs";

/** How to run PostgreSQL's programs: as the current user or, because they refuse to run as root, as another user. */
export interface Runner {
  /** The command line before the program and its arguments. */
  prefix: string[];
  /** The owner that the database's files must have. */
  owner: { uid: number; gid: number } | undefined;
  /** The user and group for `spawn`. */
  identity: { uid?: number; gid?: number };
}

const userName = "postgres";

/** Chooses the user that runs PostgreSQL. @param reach the program and the folder that the user must be able to enter */
export async function choosePostgresRunner({
  program,
  folder,
}: {
  program: string;
  folder: string;
}): Promise<Runner> {
  if (process.getuid?.() !== 0) return { prefix: [], owner: undefined, identity: {} };
  const owner = (await findUser()) ?? (await createUser());
  await letThrough(dirname(folder), owner.gid);
  const plain = { prefix: [], owner, identity: owner };
  if (await canReach(plain, program, dirname(folder))) return plain;
  // The repository is below a folder that only root can enter, such as /root. A capability lets PostgreSQL enter it;
  // which of the two capabilities root has depends on the container.
  for (const capability of ["dac_read_search", "dac_override"]) {
    const runner = { prefix: becomeWith(owner, capability), owner, identity: {} };
    if (await canReach(runner, program, dirname(folder))) return runner;
  }
  throw new Fault(
    "database",
    `PostgreSQL does not run as root, and the user "${userName}" cannot enter ${program} or ` +
      `${folder}. Run this as an ordinary user, or from a folder which that user can enter, ` +
      "or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

async function findUser(): Promise<{ uid: number; gid: number } | undefined> {
  const uid = await run("id", ["-u", userName]);
  const gid = await run("id", ["-g", userName]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number.parseInt(uid.output, 10), gid: Number.parseInt(gid.output, 10) };
}

async function createUser() {
  const args = ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", userName];
  const made = await run("useradd", args).catch((error) => ({ code: 1, output: String(error) }));
  const user = await findUser();
  if (user !== undefined) return user;
  throw new Fault(
    "database",
    `PostgreSQL does not run as root, and a user "${userName}" to run it as could not be made ` +
      `(useradd: ${made.output}). Run this as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * Gives a data folder of root the group of PostgreSQL, with the right to enter the folder, but not to list or read it.
 */
async function letThrough(dataDir: string, gid: number) {
  const { mode, uid } = await stat(dataDir);
  const rootsAlone = uid === 0 && (mode & 0o777) === 0o700;
  if (!rootsAlone) return;
  await chown(dataDir, 0, gid);
  await chmod(dataDir, 0o710);
}

function becomeWith(owner: { uid: number; gid: number }, capability: string) {
  return [
    "setpriv",
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    "--clear-groups",
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    // Without it access(2), with which PostgreSQL looks for its own files, ignores the capability.
    "--securebits=+no_setuid_fixup",
    "--",
  ];
}

async function canReach(runner: Runner, program: string, folder: string) {
  const question = ["sh", "-c", 'test -x "$0" && test -x "$1"', program, folder];
  const [command, ...args] = [...runner.prefix, ...question];
  try {
    return (await run(command ?? "sh", args, { ...runner.identity, cwd: "/" })).code === 0;
  } catch {
    return false; // There is no setpriv on this machine: the answer is the same.
  }
}
