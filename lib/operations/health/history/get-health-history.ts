import type { AdminUseCase } from "@/lib/contract/use-cases";
import { HOUR_S } from "@/lib/kernel/durations";
import type { getHealthHistoryContract } from "./contract";
import { listPoints, type PointRow } from "./store";

const RANGES = {
  "24h": { intervalS: HOUR_S / 2, points: 48 },
  "7d": { intervalS: 3 * HOUR_S, points: 56 },
} as const;

const presentPoint = ({ at, state, value, total, failed }: PointRow) => ({
  at: at.toISOString(),
  state,
  ...(value !== null && { value: Number(value.toFixed(1)) }),
  ...(total !== null && { total }),
  ...(failed !== null && { failed }),
});

/** Returns the states of each component over the last day or week, by interval. */
export const getHealthHistory: AdminUseCase<typeof getHealthHistoryContract> = async ({
  input,
  at,
}) => {
  const { intervalS, points } = RANGES[input.query.range];
  const intervalMs = intervalS * 1_000;
  // The present interval is the last one.
  const untilMs = (Math.floor(at.getTime() / intervalMs) + 1) * intervalMs;
  const from = new Date(untilMs - points * intervalMs);
  const until = new Date(untilMs);
  const rows = await listPoints(from, until, intervalS);
  const byComponent = Map.groupBy(rows, ({ component }) => component);
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    intervalS,
    components: [...byComponent].map(([component, own]) => ({
      component,
      points: own.map(presentPoint),
    })),
  };
};
