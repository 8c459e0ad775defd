// SQL: the clock that all processes share.

import { query } from "./index";

/** Reads the time in seconds by the database's clock, which all processes share. */
export async function readClockS(): Promise<bigint> {
  const [row] = await query<{ nowS: bigint }>(
    "read_clock",
    `SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS "nowS"`,
    [],
  );
  if (!row) throw new Error("the database does not tell the time");
  return row.nowS;
}
