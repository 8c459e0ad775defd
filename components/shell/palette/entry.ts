import type { IconName } from "@/components/ui/icon";

/** A destination of the palette. */
export interface Entry {
  href: string;
  name: string;
  icon: IconName;
  /** Text that distinguishes it from entries of the same name. */
  detail?: string;
}

/** An action of the palette, with the roles that may perform it. */
export interface Action extends Entry {
  roles: readonly string[];
}

/** Returns the entries whose name or detail contains every word of a text. */
export function matching<E extends Entry>(entries: readonly E[], text: string): E[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, detail = "" }) => {
    const own = `${name} ${detail}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
}
