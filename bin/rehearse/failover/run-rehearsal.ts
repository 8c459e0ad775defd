import { requireNetworkTools, runInOwnNetwork } from "../network/run-in-own-network.ts";
import { prepareNextPostgres } from "../postgres/prepare-next-postgres.ts";
import { prepareRehearsal, type RehearsalOptions } from "../prepare.ts";
import { type Options, readOptions } from "./options.ts";
import type { Prepared } from "./rehearse-cluster.ts";

const PROGRAMS = ["postgresql-17", "patroni", "etcd-server", "haproxy", "pgbouncer"] as const;

/**
 * Prepares what needs this machine's networks, and runs the rehearsal in a network of its own.
 *
 * @returns the exit code: 1 when a goal was missed
 */
export async function runRehearsal({ args, folder, closing }: RehearsalOptions): Promise<number> {
  const options = readOptions(args);
  await requireNetworkTools();
  const places = await prepareRehearsal({ folder, closing }, PROGRAMS);
  const major = await prepareMajor(options, folder, places.base);
  const prepared: Prepared = { args, ...places, ...major };
  return runInOwnNetwork("bin/rehearse/failover/in-network.ts", prepared);
}

/** Prepares the drill `major`. Where it cannot be run, it is left out, unless it was named. */
async function prepareMajor({ drills, isChosen }: Options, folder: string, base: string) {
  if (!drills.has("major")) return { nextBase: undefined, leftOut: [] };
  const places = { folder, base, isRequired: isChosen };
  const { nextBase, missingReason } = await prepareNextPostgres(places);
  if (missingReason === undefined) return { nextBase, leftOut: [] };
  drills.delete("major");
  return { nextBase, leftOut: [`\`major\`: ${missingReason}`] };
}
