import { type Call, ok, Refused } from "../stand-in/answer";

/** Returns the object with a token, or refuses as Lithic does. */
export function found<T>(objects: Map<string, T>, token: unknown, what: string, status = 404): T {
  const object = objects.get(String(token));
  if (object === undefined) throw new Refused(status, `Could not find ${what} ${token}.`);
  return object;
}

interface Listed {
  token: string;
  created: string;
}

/** Answers a page of a list, the newest first. */
export function page<T extends Listed>(
  objects: Iterable<T>,
  { query }: Call,
  show: (object: T) => unknown = (object) => object,
) {
  const { begin, end, starting_after } = query;
  const limit = Number(query.page_size ?? query.limit ?? 50);
  const all = [...objects]
    .reverse()
    .filter(
      ({ created }) => begin === undefined || created >= new Date(String(begin)).toISOString(),
    )
    .filter(({ created }) => end === undefined || created < new Date(String(end)).toISOString());
  const start =
    starting_after === undefined ? 0 : all.findIndex(({ token }) => token === starting_after) + 1;
  if (starting_after !== undefined && start === 0)
    throw new Refused(400, "starting_after is unknown.");
  const data = all.slice(start, start + limit);
  return ok({ data: data.map(show), has_more: start + data.length < all.length });
}
