/** Where what an event is about is shown, by the prefix of its id. */
const PLACES: Record<string, string> = {
  usr: "/users/",
  card: "/cards/",
  txn: "/transactions/",
  dep: "/wallet/",
  wd: "/withdrawals/",
};

/** The page of what an id names; undefined where there is none. */
export function resourceHref(id: string): string | undefined {
  const place = PLACES[id.split("_")[0] ?? ""];
  return place && `${place}${id}`;
}
