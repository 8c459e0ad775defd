import { load, type Measured, send, type Target } from "./load";
import { inOrder, median } from "./median";

/** Until what an operation runs through is compiled: its first half minute is up to half as fast as a server's day. */
const WARM_UP_S = 30;
/** Short enough that the machine is the same in both halves of a round, and enough of them that a bad one does not count. */
const ROUNDS = 9;
const HALF_S = 2;

interface Comparison {
  /** Medians of the rounds. */
  baseline: Measured;
  subject: Measured;
  /** Of requests per second, subject to baseline, round by round. */
  ratio: { median: number; least: number; most: number };
}

function medians(rounds: Measured[]): Measured {
  const medianOf = (field: "serverUs" | "postgresUs") => {
    const times = rounds.flatMap((round) => round[field] ?? []);
    return times.length > 0 ? median(times) : undefined;
  };
  return {
    requestsPerS: median(rounds.map(({ requestsPerS }) => requestsPerS)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    serverUs: medianOf("serverUs"),
    postgresUs: medianOf("postgresUs"),
  };
}

/**
 * Measures two targets by turns: a machine that others share is up to twice as fast in one minute as in the next.
 * With `perS` the subject is sent at that rate.
 */
export async function compare(
  baseline: Target,
  subject: Target,
  perS?: number,
): Promise<Comparison> {
  await send(baseline, WARM_UP_S / 3);
  await send(subject, WARM_UP_S);
  const rounds: [Measured, Measured][] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await load(baseline, HALF_S), await load(subject, HALF_S, perS)]);
  const ratios = inOrder(rounds.map(([base, own]) => own.requestsPerS / base.requestsPerS));
  return {
    baseline: medians(rounds.map(([base]) => base)),
    subject: medians(rounds.map(([, own]) => own)),
    ratio: { median: median(ratios), least: ratios[0] ?? 0, most: ratios.at(-1) ?? 0 },
  };
}
