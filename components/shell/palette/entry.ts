import type { IconName } from "@/components/ui/icon";

interface Named {
  name: string;
  icon: IconName;
  /** Text that distinguishes it from entries of the same name. */
  detail?: string;
  /** Other words that people type for it. */
  keywords?: string;
}

/** A destination of the palette. */
export interface Entry extends Named {
  href: string;
}

/** An entry that acts on the page instead of leading to another one. */
export interface Command extends Named {
  id: string;
  run: () => void | Promise<void>;
}

export type Option = Entry | Command;

/** An action of the palette, with the roles that may perform it. */
export interface Action extends Entry {
  roles: readonly string[];
}

/** Returns the key of an option, unique within the palette. */
export const keyOf = (option: Option): string => ("href" in option ? option.href : option.id);
