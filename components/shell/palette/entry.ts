import type { IconName } from "@/components/ui/icon";

/** Somewhere to go. */
export interface Entry {
  href: string;
  name: string;
  icon: IconName;
  /** What else tells it from others. */
  detail?: string;
}

/** Something to do, and whose role allows it. */
export interface Action extends Entry {
  roles: readonly string[];
}

/** Those whose name or detail has every word of a text. */
export function matching<E extends Entry>(entries: readonly E[], text: string): E[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, detail = "" }) => {
    const own = `${name} ${detail}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
}
