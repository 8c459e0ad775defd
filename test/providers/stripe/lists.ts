import { type Call, ok, Refused } from "../stand-in/answer";

/** Returns the object with an id, or refuses as Stripe does. */
export function found<T>(objects: Map<string, T>, id: unknown, what: string, status = 404): T {
  const object = objects.get(String(id));
  if (object === undefined)
    throw new Refused(status, `No such ${what}: '${id}'`, "resource_missing");
  return object;
}

interface Listed {
  id: string;
  created: number;
}

/** Answers a page of a list, the newest first, as `limit`, `starting_after` and `created` ask. */
export function page<T extends Listed>(objects: Iterable<T>, { query }: Call, url: string) {
  const { limit = 10, starting_after, created } = query;
  if (Number(limit) < 1 || Number(limit) > 100)
    throw new Refused(400, "Invalid limit", "parameter_invalid");
  const {
    gt = -1,
    gte = 0,
    lt = Infinity,
    lte = Infinity,
  } = typeof created === "object" ? (created as Record<string, number>) : {};
  const all = [...objects]
    .reverse()
    .filter(
      (each) =>
        each.created > gt && each.created >= gte && each.created < lt && each.created <= lte,
    );
  const start =
    starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1;
  if (starting_after !== undefined && start === 0)
    throw new Refused(400, `No such object: '${starting_after}'`, "resource_missing");
  const data = all.slice(start, start + Number(limit));
  return ok({ object: "list", url, has_more: start + data.length < all.length, data });
}

/** Keeps the objects whose fields are those of the query; objects within an object are compared by id. */
export function matching<T extends object>(
  objects: Iterable<T>,
  query: Record<string, unknown>,
  fields: readonly (keyof T & string)[],
): T[] {
  const idOf = (value: unknown) =>
    typeof value === "object" && value !== null && "id" in value ? value.id : value;
  return [...objects].filter((object) =>
    fields.every((field) => query[field] === undefined || idOf(object[field]) === query[field]),
  );
}
