/** The path of the page of an event's object, by the prefix of its id. */
const PLACES: Record<string, string> = {
  usr: "/users/",
  card: "/cards/",
  txn: "/transactions/",
  dep: "/wallet/",
  wd: "/withdrawals/",
};

/** Returns the page of an id; undefined where there is none. */
export function resourceHref(id: string): string | undefined {
  const place = PLACES[id.split("_")[0] ?? ""];
  return place && `${place}${id}`;
}
