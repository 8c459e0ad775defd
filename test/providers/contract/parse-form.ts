/** A value of a form: a text, or texts below names or positions. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

type FormObject = { [name: string]: FormValue };

/** Turns objects whose names are 0, 1, 2, … into arrays. */
function withArrays(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const values = Object.values(value).map(withArrays);
  const isArray = names.length > 0 && names.every((name, index) => name === String(index));
  return isArray ? values : Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
}

/**
 * Parses `application/x-www-form-urlencoded` with nested names as Stripe writes them: `a[b][c]=1`, `a[0]=1` and `a[]=1`.
 */
export function parseForm(text: string): FormObject {
  const root: FormObject = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => part);
    let place: FormObject = root;
    path.forEach((part, index) => {
      const key = part === "[]" ? String(Object.keys(place).length) : part;
      if (index === path.length - 1) {
        place[key] = value;
        return;
      }
      const below = place[key];
      const next: FormObject = typeof below === "object" && !Array.isArray(below) ? below : {};
      place[key] = next;
      place = next;
    });
  }
  return withArrays(root) as FormObject;
}
